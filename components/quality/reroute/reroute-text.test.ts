import { expect, test } from "vitest";
import type { Rerouted } from "./reroute-queries.ts";
import { doneWords, rerouteSentences } from "./reroute-text.ts";

const NOTHING: Rerouted = {
  isChanged: true,
  openedCount: 0,
  keptDecidedCount: 0,
  keptAnsweredCount: 0,
  releasedCount: 0,
  annotatorIds: ["bo"],
  annotatorIdsBefore: ["ana", "bo"],
  retraction: null,
  impact: null,
  cancelledJobCount: 0,
  goingJobCount: 0,
};

test("each thing that happens is a sentence, and what does not is none", () => {
  expect(rerouteSentences(NOTHING, "Ana")).toEqual([
    "0 items go back to the queue.",
    "Ana gets no more items of this queue.",
  ]);
  const much = { openedCount: 31, keptDecidedCount: 4, keptAnsweredCount: 1, releasedCount: 1 };
  expect(rerouteSentences({ ...NOTHING, ...much, annotatorIdsBefore: [] }, "Ana")).toEqual([
    "31 items go back to the queue.",
    "4 items stay because a lead decided them.",
    "1 item stays because others have settled it.",
    "1 reservation of Ana ends.",
    "Ana gets no more items of this queue.",
    "It is open to everyone now and will name 1 annotator; who joins later must be named in its settings.",
  ]);
});

test("afterwards it says what was cancelled, and that undoing brings no job back", () => {
  const done = { ...NOTHING, openedCount: 3, cancelledJobCount: 2, goingJobCount: 1 };
  expect(doneWords(done, { name: "Ana", cancelsJobs: false })).toBe(
    "3 items went back to it. Undo lets Ana annotate again; the items stay open.",
  );
  expect(doneWords(done, { name: "Ana", cancelsJobs: true })).toBe(
    "3 items went back to it. 2 jobs cancelled; 1 job of other people still learns from them. Undo lets Ana annotate again; the items stay open and the jobs cancelled.",
  );
});
