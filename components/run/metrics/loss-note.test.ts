import { expect, test } from "vitest";
import { lossNote } from "./loss-note.ts";
import type { MetricPoint } from "./metric-points.ts";

const SFT = { kind: "sft", config: {} } as const;
const at = (step: number, mean: number, lastStep = step): MetricPoint => ({
  ...{ firstStep: step, lastStep, mean, min: mean, max: mean },
});
const falling = Array.from({ length: 30 }, (_, index) => at(index + 1, index < 27 ? 2 : 0.25 * (index - 26)));

test("the loss of a chart is that of a batch, and the mean that lists show is named beside it", () => {
  expect(lossNote(SFT, falling)).toBe(
    "Each point is one batch, per token. Lists show the mean of the last 3 steps: 0.5.",
  );
  expect(lossNote(SFT, falling.slice(0, 1))).toBe("Each point is one batch, per token.");
  expect(lossNote(SFT, [])).toBeNull();
});

test("where points stand for several steps, the mean is named without a number that is not exactly it", () => {
  const wide = [at(1, 2, 8), at(9, 1, 16), at(17, 1, 24), at(25, 0.5, 30)];
  expect(lossNote(SFT, wide)).toBe(
    "Each point is the mean of several batches, per token. Lists show the mean of the last 3 steps.",
  );
});

test("what is measured beside it, and what a loss is counted by, is said", () => {
  expect(lossNote(SFT, falling, { isMeasured: true })).toMatch(
    / Held out: per token of all rows; an evaluation’s NLL is the mean of its rows\.$/,
  );
  expect(lossNote({ kind: "preference", config: { loss: "kto" } }, falling)).toMatch(
    /^Each point is one batch, per row\./,
  );
  expect(lossNote({ kind: "preference", config: { loss: "rwr" } }, falling)).toMatch(/, per token\./);
  expect(lossNote({ kind: "rl", config: {} }, falling)).toBeNull();
});
