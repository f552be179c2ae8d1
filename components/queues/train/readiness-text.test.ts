import { expect, test } from "vitest";
import type {
  BuildOutlook,
  QueueReadiness,
  TrainingOutlook,
} from "#lib/contract/datasets/queue-readiness.ts";
import * as words from "./readiness-text.ts";

const LABELS = [
  { label: "Homes", rows: 41 },
  { label: "Restaurants", rows: 20 },
  { label: "Banks", rows: 10 },
];
const TRAINING: TrainingOutlook = {
  ...{ modelId: "m", baseModel: "spindle-mini", tokens: 31_400, longestRowTokens: 212, contextLength: 512 },
  ...{ tooLongRows: 0, isEstimated: false, steps: 40, seconds: null, problem: null },
};

const datasetOf = (use: string) =>
  ({ recipe: { sources: [{ kind: "queue", use }], prompt: { turns: "before" } } }) as Parameters<
    typeof words.notesOn
  >[0]["dataset"];

function outlook(
  counts: Partial<BuildOutlook["counts"]> = {},
  more: Partial<BuildOutlook> = {},
): BuildOutlook {
  return {
    counts: {
      ...{
        items: 240,
        candidates: 240,
        train: 190,
        heldOut: 32,
        heldOutUnits: 32,
        rejected: 18,
        rejectedBy: {},
        answers: 300,
      },
      ...{
        conflicts: { prompts: 0, rows: 0 },
        missingCalls: { rows: 0, calls: 0 },
        expectedWrongShare: 0.0138,
        annotators: [],
        secrets: {},
        notes: {},
        ...counts,
      },
    },
    ...{ isSampled: false, labels: LABELS, conflicts: [], rejections: [], changes: null, ...more },
  };
}

test("what is usable is said of items, or of answers where they are taken one by one", () => {
  expect(words.usableText(outlook().counts)).toBe("222 of 240 items usable");
  expect(words.usableText(outlook({ candidates: 300 }).counts)).toBe("222 of 300 answers usable");
  expect(words.usableText(outlook({ items: 0, candidates: 0 }).counts)).toBe("No items yet");
  expect(words.shareText(0.0138)).toBe("1.4 %");
});

test("prompts whose rows contradict each other are a warning", () => {
  const known = { agreement: null, training: TRAINING, dataset: datasetOf("labels") };
  const build = outlook({ conflicts: { prompts: 2, rows: 5 } });
  expect(words.notesOn({ ...known, build }, []).warnings).toEqual([
    "2 prompts have 5 rows with different labels, so a model learns contradictory labels. Decide their items, or leave such prompts out.",
  ]);
  expect(words.notesOn({ ...known, build: outlook() }, []).warnings).toEqual([]);
  expect(words.notesOn({ ...known, build, dataset: datasetOf("judge") }, []).warnings).toEqual([
    "2 answers have 5 rows with different labels, so a model learns contradictory labels. Decide their items, or leave such answers out.",
  ]);
});

test("the balance is the most frequent value to the rarest one", () => {
  expect([words.balanceText(LABELS), words.balanceHelp(LABELS, 51)]).toEqual([
    "4.1 : 1",
    "Homes 41 … Banks 10",
  ]);
  expect([words.balanceText(LABELS.slice(0, 1)), words.balanceHelp(LABELS.slice(0, 1), 41)]).toEqual([
    "–",
    "All rows say “Homes”.",
  ]);
  expect([words.balanceText([]), words.balanceHelp([], 8)]).toEqual([
    "–",
    "Rows of this kind teach no values.",
  ]);
  expect(words.balanceHelp([], 0)).toBe("There is no row to train on.");
});

test("how long it takes has its upper end beside it, and is not said of no rows", () => {
  expect(words.durationText({ estimate: 25.2, low: 18, high: 34 }, 40)).toBe("25 s, up to 34 s");
  expect(words.durationText({ estimate: 8, low: 0.4, high: 34.6 }, 40)).toBe("8 s, up to 35 s");
  expect(words.durationText({ estimate: 8, low: 7.9, high: 8.1 }, 40)).toBe("about 8 s");
  expect(words.durationText({ estimate: 2, low: 0.2, high: 8 }, 0)).toBeNull();
  expect(words.durationText(null, 40)).toBeNull();
});

test("a build gives the next version, or the newest one where nothing has changed", () => {
  const changes = { against: 3, added: 42, removed: 3, changed: 7, unchanged: 200, rows: [] };
  expect(words.changesText(changes)).toBe("+42 −3 ~7");
  const none = { ...changes, added: 0, removed: 0, changed: 0 };
  expect(words.changesText(none)).toBe("Nothing");
  const dataset = { latestVersion: { number: 3 }, versionCount: 4 } as QueueReadiness["dataset"];
  expect(words.nextNumber({ dataset, build: outlook({}, { changes }) })).toBe(4);
  expect(words.nextNumber({ dataset, build: outlook({}, { changes: none }) })).toBe(3);
  expect(words.isWhole(outlook({}, { changes: none }))).toBe(true);
  expect(words.isWhole(outlook({}, { changes }))).toBe(false);
  expect(words.isWhole(outlook({}, { changes: none, isSampled: true }))).toBe(false);
  expect(words.nextNumber({ dataset, build: outlook() })).toBe(4);
  // The newest build gave v3 again, after v4 and v5.
  expect(words.nextNumber({ dataset: { ...dataset, versionCount: 6 }, build: outlook() })).toBe(6);
  const empty = { ...dataset, latestVersion: null, versionCount: 0 };
  expect(words.nextNumber({ dataset: empty, build: outlook() })).toBe(0);
});

const AGREED = { ref: "r", items: 60, value: 0.81, low: 0.76, high: 0.85 };

function notes(
  build: BuildOutlook | null,
  training: Partial<TrainingOutlook> = {},
  value = 0.81,
  offered: string[] = [],
) {
  const agreement = { ...AGREED, value };
  const dataset = datasetOf("labels");
  return words.notesOn({ agreement, build, dataset, training: { ...TRAINING, ...training } }, offered);
}

test("nothing stands in the way of good answers", () => {
  expect(notes(outlook(), {}, 0.81, ["Homes", "Restaurants", "Banks"])).toEqual({ stops: [], warnings: [] });
  expect(notes(null)).toEqual({ stops: [], warnings: [] });
});

test("too few rows and rows of which a job would fail stop the training", () => {
  expect(notes(outlook({ train: 0, heldOut: 0 }, { labels: [] })).stops).toEqual([
    "There is no row to train on.",
  ]);
  expect(notes(outlook({ train: 7 })).stops).toEqual([
    "7 rows to train on; a model needs at least 8 to learn from.",
  ]);
  expect(notes(outlook(), { problem: "line 3 has no messages" }).stops).toEqual([
    "A job would fail: line 3 has no messages",
  ]);
});

test("what makes a model worse than it could be is said before it is trained", () => {
  const labels = [
    { label: "Homes", rows: 100 },
    { label: "Banks", rows: 8 },
  ];
  const build = outlook({ heldOut: 0 }, { labels, isSampled: true });
  expect(notes(build, { tooLongRows: 12 }, 0.2, ["Homes", "Banks", "Events"]).warnings).toEqual([
    "No row is held out, so nothing can be measured on what the model has not seen.",
    "No row teaches “Events”.",
    "“Homes” has 12.5 times the rows of “Banks”.",
    "People agree little more than chance. Better guidelines help more than more answers.",
    "12 rows longer than 512 tokens will be left out of training.",
    "Counted in the first 2,000 items; the build reads all.",
  ]);
});

test("what keeps a version from being built ends as a sentence", () => {
  expect(words.problemText({ code: "too_large", text: "What it reads is too large" })).toBe(
    "What it reads is too large.",
  );
  expect(words.problemText({ code: "no_overlap", text: "sources.0 has …" })).toMatch(
    /^The recipe asks how reliable/,
  );
});
