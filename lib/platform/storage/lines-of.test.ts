import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { linesOf } from "./lines-of.ts";

async function read(text: string, size = 3): Promise<[number, string][]> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const lines: [number, string][] = [];
  for await (const { text, number } of linesOf(chunks)) lines.push([number, text]);
  return lines;
}

test.each([1, 2, 3, 1_000])("blank lines count and are left out, in chunks of %d bytes", async (size) => {
  const lines = await read('\n\n{"a": "é"}\r\n \t\r\n  {}\n\n\n[1]\n\n', size);
  const found = lines.filter(([, text]) => text.trim() !== "");
  expect(found).toEqual([
    [3, '{"a": "é"}\r'],
    [5, "  {}"],
    [8, "[1]"],
  ]);
});

test("only a line feed ends a line, and the last one needs none", async () => {
  expect(await read("a\u2028b\rc\nd")).toEqual([
    [1, "a\u2028b\rc"],
    [2, "d"],
  ]);
  expect(await read("")).toEqual([]);
});

test("others are served while millions of blank lines are passed over, and who goes away ends it", async () => {
  const blanks = Buffer.alloc(64 * 1024, "\n");
  const chunks = Array<Buffer>(400).fill(blanks);
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await turn();
  })();
  for await (const _ of linesOf([...chunks, Buffer.from("{}")])) isOver = true;
  isOver = true;
  await others;
  expect(turns).toBeGreaterThan(3);

  const gone = new AbortController();
  const reading = (async () => {
    for await (const _ of linesOf(chunks, gone.signal)) expect.unreachable("there is no row");
  })();
  gone.abort();
  await expect(reading).rejects.toThrow("aborted");
});
