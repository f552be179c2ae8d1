import { expect, test } from "vitest";
import { type Line, readLines } from "./read-lines.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(bytes: Uint8Array, size = 7): Promise<Line[]> {
  return Array.fromAsync(readLines(inPieces(bytes, size)));
}

test.each([1, 2, 3, 5, 1000])("lines are whole when the file comes %d bytes at a time", async (size) => {
  const text = "erste Zeile\r\n\n  \nzweite: ü 🙂\u2028noch die zweite\nletzte";
  const lines = await linesOf(Buffer.from(text), size);
  expect(lines.map(({ number, text }) => [number, text])).toEqual([
    [1, "erste Zeile"],
    [4, "zweite: ü 🙂\u2028noch die zweite"],
    [5, "letzte"],
  ]);
  expect(lines.at(-1)?.bytesRead).toBe(Buffer.byteLength(text));
});

test("a byte order mark at the beginning is not part of the first line", async () => {
  expect(await linesOf(Buffer.from("\ufeff{}\n"))).toMatchObject([{ number: 1, text: "{}" }]);
});

test("a line that is no UTF-8 says so and does not spoil the next", async () => {
  const lines = await linesOf(Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from("good\n")]));
  expect(lines).toMatchObject([
    { number: 1, text: null, reason: "it is not UTF-8" },
    { number: 2, text: "good" },
  ]);
});

test("a line longer than any batch is not kept in memory", async () => {
  async function* endless() {
    for (let i = 0; i < 34; i++) yield Buffer.alloc(1024 * 1024, "x");
    yield Buffer.from("\ngood");
  }
  const lines = await Array.fromAsync(readLines(endless()));
  expect(lines).toMatchObject([
    { number: 1, text: null },
    { number: 2, text: "good" },
  ]);
  expect(lines[0]).toMatchObject({
    reason: `it is ${34 * 1024 * 1024} bytes long; at most ${32 * 1024 * 1024} are read`,
  });
});

test("an empty file has no lines", async () => {
  expect(await linesOf(new Uint8Array())).toEqual([]);
});
