import { expect, test } from "vitest";
import { readPairLines } from "./pair-lines.ts";

test("Pairs are read however their two ids are parted", () => {
  const { pairs, problems } = readPairLines('call_id,pair_call_id\na,b\n"c";"d"\n\ne\tf\ng h\r\n');
  expect(problems).toEqual([]);
  expect(pairs.map(({ callId, pairCallId }) => `${callId} ${pairCallId}`)).toEqual([
    "a b",
    "c d",
    "e f",
    "g h",
  ]);
});

test("A line that is not a pair is reported with its number, and the others are kept", () => {
  const { pairs, problems } = readPairLines("a\nb,c\nd,e,f\ng,g");
  expect(pairs).toEqual([{ callId: "b", pairCallId: "c" }]);
  expect(problems).toEqual([
    "Line 1 needs two call ids: “a”",
    "Line 3 needs two call ids: “d,e,f”",
    "Line 4 has the same call twice: g",
  ]);
});

test("Ids that begin a list are no titles", () => {
  expect(readPairLines("callee-1,callee-2").pairs).toHaveLength(1);
});
