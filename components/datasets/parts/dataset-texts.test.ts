import { expect, test } from "vitest";
import type { RetractedInVersion } from "#lib/contract/datasets/dataset-versions.ts";
import {
  countsWords,
  objectWords,
  reasonList,
  sourcesWords,
  splitNote,
  trainingQuery,
  versionRef,
} from "./dataset-texts.ts";

test("a recipe says where its rows come from", () => {
  const field = "weave:///acme/support/object/intent:v0";
  const recipe = {
    sources: [
      { kind: "queue" as const, queueId: "q", use: "labels" as const, field },
      { kind: "queue" as const, queueId: "gone", use: "corrections" as const },
      { kind: "upload" as const, fileId: "f" },
    ],
  };
  expect(sourcesWords(recipe, (id) => (id === "q" ? "Support" : null))).toBe(
    "Labels of intent in “Support”; corrections in a queue; an uploaded file",
  );
  expect(objectWords("weave:///acme/support/object/intents:v3")).toBe("intents, v3");
});

test("a share that is far from the one asked for says why, and others say nothing", () => {
  expect(splitNote({ train: 16, heldOut: 10 }, 0.15)).toBe(
    "Each row is drawn by itself, and those of one conversation or prompt together, so of few rows chance decides: of 26 rows that gave 10 held out, 38 % in place of 15 %.",
  );
  expect(splitNote({ train: 2, heldOut: 1 }, 0.15, true)).toBe(
    "Rows stay in the part that their file says, and chance decides about others: of 3 rows that gave 1 held out, 33 % in place of 15 %.",
  );
  expect(splitNote({ train: 9, heldOut: 0 }, 0.15)).toContain("0 held out, 0 % in place of 15 %");
  expect(splitNote({ train: 83, heldOut: 17 }, 0.15)).toBeNull();
  expect(splitNote({ train: 10, heldOut: 0 }, 0)).toBeNull();
  expect(splitNote({ train: 0, heldOut: 0 }, 0.15)).toBeNull();
});

test("counts leave out what is zero", () => {
  expect(countsWords({ train: 1, heldOut: 0, rejected: 0, rejectedBy: {} })).toBe("1 row");
  expect(countsWords({ train: 10, heldOut: 2, rejected: 3, rejectedBy: { tie: 3 } })).toBe(
    "12 rows: 10 to train, 2 held out · 3 rejected",
  );
});

test("rows that were retracted since, and answers that count again, are counted beside all rows", () => {
  const counts = { rejected: 0, rejectedBy: {} };
  const since = (retracted: RetractedInVersion | null, countAgain = 0) => ({ retracted, countAgain });
  expect(countsWords({ train: 12, heldOut: 0, ...counts }, since(null, 3))).toBe(
    "12 rows, 3 answers to count again",
  );
  expect(countsWords({ train: 12, heldOut: 0, ...counts }, since({ train: 4, heldOut: 0 }))).toBe(
    "12 rows, 4 retracted since",
  );
  expect(countsWords({ train: 10, heldOut: 2, ...counts }, since({ train: 3, heldOut: 1 }))).toBe(
    "12 rows, 4 retracted since · 10 to train, 2 held out",
  );
});

test("items without an answer are open, and not rejected", () => {
  expect(countsWords({ train: 10, heldOut: 0, rejected: 3, rejectedBy: { tie: 1, open: 2 } })).toBe(
    "10 rows · 1 rejected · 2 open",
  );
});

test("reasons come in words, the most frequent first", () => {
  expect(reasonList({ no_answer: 2, tie: 5 }).map(({ reason, count }) => [reason, count])).toEqual([
    ["tie", 5],
    ["no_answer", 2],
  ]);
});

test("a version is named by its number, as training jobs take it", () => {
  expect(versionRef("acme/support", { name: "intents" }, { number: 3 })).toBe(
    "weave:///acme/support/object/intents:v3",
  );
});

test("a job learns the reply that people judged, unless whole conversations were taken, and knows where no row is held out", () => {
  const labels = { kind: "queue" as const, queueId: "q", use: "labels" as const };
  const threads = { kind: "threads" as const, filter: { threadIds: ["t"] } };
  const address = (sources: readonly (typeof labels | typeof threads)[], heldOut: number) =>
    Object.fromEntries(
      new URLSearchParams(
        trainingQuery(
          "acme/support",
          { name: "intents", kind: "sft" },
          { number: 3, recipe: { sources: [...sources] }, counts: { heldOut } },
        ),
      ),
    );
  const always = { data: "weave:///acme/support/object/intents:v3", method: "sft" };
  expect(address([labels], 2)).toEqual({ ...always, replies: "last" });
  expect(address([labels, threads], 0)).toEqual({ ...always, held_out: "none" });
});
