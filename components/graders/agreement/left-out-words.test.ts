import { expect, test } from "vitest";
import type { GraderFigures } from "#lib/contract/evaluation/judges.ts";
import { leftOutWords, measuredWords } from "./left-out-words.ts";

function figures(more: Partial<GraderFigures>): GraderFigures {
  return { n: 0, undecided: 0, unread: 0, masked: 0, learned: 0, swapped: null, ...more } as GraderFigures;
}

test("a measurement that compared nothing is no success, and says what was left out and why", () => {
  expect(measuredWords(figures({ unread: 70, learned: 2 }))).toEqual({
    title: "Nothing could be compared",
    detail:
      "Left out: 70 because people's answer is neither yes nor no to this grader; 2 because its model was trained on them.",
    tone: "danger",
  });
  expect(measuredWords(figures({}))).toMatchObject({ detail: "Nobody has answered a call there yet." });
  expect(measuredWords(figures({ n: 70 }))).toEqual({ title: "Measured on 70 calls", tone: "success" });
  expect(measuredWords(figures({ n: 1 }))).toMatchObject({ title: "Measured on 1 call" });
  expect(leftOutWords(figures({ n: 5 }))).toEqual([]);
});
