import { expect, test } from "vitest";
import { ImportScreen, summaryOf } from "./import-screen.ts";

const NOTHING = {
  records: 0,
  badRecords: 0,
  threads: 0,
  turns: 0,
  nested: 0,
  loose: 0,
  added: 0,
  known: 0,
  repeated: 0,
  refused: 0,
};

function aScreen(isTTY: boolean) {
  const written: string[] = [];
  const screen = new ImportScreen({ isTTY, write: (text) => written.push(text) }, 1000);
  return { screen, written };
}

test("a terminal sees one bar that grows in place", () => {
  const { screen, written } = aScreen(true);
  screen.progress(500, { ...NOTHING, turns: 1200, threads: 1 });
  screen.progress(1000, NOTHING);
  screen.end();
  expect(written[0]).toBe(`\r\u001b[K${"█".repeat(15)}${"░".repeat(15)} 50%  1,200 turns of 1 thread`);
  expect(written[1]).toContain("█".repeat(30));
  expect(written.slice(2)).toEqual(["\n"]);
});

test("elsewhere a plain line is written for each tenth of the file", () => {
  const { screen, written } = aScreen(false);
  for (let bytes = 0; bytes <= 1000; bytes += 10) screen.progress(bytes, NOTHING);
  screen.end();
  expect(written).toHaveLength(11);
  expect(written[5]).toBe(" 50%  0 turns of 0 threads\n");
});

test("left-out lines are listed one by one, up to a hundred", () => {
  const { screen, written } = aScreen(false);
  for (let line = 1; line <= 150; line++) screen.leftOut(`line ${line}`, "it is not JSON");
  expect(written[0]).toBe("line 1 is left out: it is not JSON\n");
  expect(written).toHaveLength(101);
  expect(written.at(-1)).toBe("what else is left out is only counted\n");
});

test("the summary says what was read, found and stored", () => {
  const totals = {
    records: 513,
    badRecords: 1,
    threads: 512,
    turns: 3755,
    nested: 1029,
    loose: 0,
    added: 4700,
    known: 83,
    repeated: 2,
    refused: 1,
  };
  expect(summaryOf(totals)).toBe(
    "513 records read, 1 left out\n512 threads, 3,755 turns, 1,029 nested calls\n4,700 calls added, 83 already there, 2 in the file twice, 1 refused\n",
  );
});
