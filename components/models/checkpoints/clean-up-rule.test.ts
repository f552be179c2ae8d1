import { expect, test } from "vitest";
import type { Checkpoint } from "#lib/contract/models/models.ts";
import { type CleanUpRule, checkpointMetrics, cleanUpOf, isLessBetter } from "./clean-up-rule.ts";

const LOSSES: Record<number, number> = { 1: 0.9, 2: 0.3, 3: 0.3, 4: 0.5, 5: 0.6 };

function aCheckpoint(step: number, more: Partial<Checkpoint> = {}): Checkpoint {
  const loss = LOSSES[step];
  return {
    id: `checkpoint-${step}`,
    step,
    metrics: loss === undefined ? {} : { loss, reward: step },
    sizeBytes: 10,
    isCorrupt: false,
    jobStep: null,
    isInterim: false,
    jobId: null,
    parentId: null,
    aliases: [],
    createdAt: new Date(0),
    ...more,
  };
}

const RULE: CleanUpRule = { metric: "loss", isLess: true, newest: 1, keepsBase: true };
const ALL = [5, 4, 3, 2, 1, 0].map((step) => aCheckpoint(step, step === 5 ? { aliases: ["latest"] } : {}));

/** The steps that go. */
const going = (checkpoints: readonly Checkpoint[], rule = RULE) =>
  cleanUpOf(checkpoints, rule).flatMap(({ checkpoint, reasons }) =>
    reasons.length === 0 ? [checkpoint.step] : [],
  );

test("the best, the newest and the base stay, and each says why", () => {
  expect(going(ALL)).toEqual([4, 2, 1]);
  expect(cleanUpOf(ALL, RULE).map(({ reasons }) => reasons)).toEqual([
    ["newest"],
    [],
    ["best loss"],
    [],
    [],
    ["base"],
  ]);
});

test("the best of a metric that should be large is its largest", () => {
  expect(going(ALL, { ...RULE, metric: "reward", isLess: false })).toEqual([4, 3, 2, 1]);
});

test("what an alias names stays, whatever the rule", () => {
  const named = ALL.map((one) => (one.step === 1 ? { ...one, aliases: ["production"] } : one));
  expect(going(named)).toEqual([4, 2]);
  expect(cleanUpOf(named, RULE)[4]?.reasons).toEqual(["alias production"]);
});

test("the newest stays even where a rule asks for none, and so does the newest that is whole", () => {
  const damaged = ALL.map((one) =>
    one.step === 5
      ? { ...one, isCorrupt: true, aliases: [] }
      : one.step === 4
        ? { ...one, aliases: ["latest"] }
        : one,
  );
  expect(going(damaged, { metric: null, isLess: true, newest: 0, keepsBase: false })).toEqual([3, 2, 1, 0]);
});

test("a damaged checkpoint is not the best, however good its numbers were", () => {
  const damaged = ALL.map((one) => (one.step === 3 ? { ...one, isCorrupt: true } : one));
  expect(going(damaged)).toEqual([4, 3, 1]);
});

test("a model of one checkpoint loses nothing", () => {
  expect(going([aCheckpoint(0)], { ...RULE, keepsBase: false })).toEqual([]);
});

test("metrics are offered by what people look at first, and losses are better when less", () => {
  expect(checkpointMetrics(ALL)).toEqual(["loss", "reward"]);
  const counting = {
    ...aCheckpoint(1),
    metrics: { train_tokens: 9, num_tokens: 9, loss: 1, gradient_step: 8.5 },
  };
  expect(checkpointMetrics([counting])).toEqual(["loss"]);
  expect(["loss", "val/loss", "kl_div"].every(isLessBetter)).toBe(true);
  expect(["reward", "accuracy", "win_rate"].some(isLessBetter)).toBe(false);
});
