import fc from "fast-check";
import { expect, test } from "vitest";
import { healthOf } from "#lib/contract/training/job-health.ts";
import { diagnose, type Signs } from "./diagnose.ts";
import type { Stretch } from "./stretch.ts";

const curve = (values: readonly number[]): Stretch[] =>
  values.map((value, at) => ({ lastStep: at + 1, mean: value, min: value, max: value }));

/** A job of 20 steps whose loss falls from 3 to 1. */
const GOOD: Signs = {
  kind: "sft",
  step: 20,
  totalSteps: 20,
  epochs: 1,
  vocabSize: 1024,
  loss: curve(Array.from({ length: 20 }, (_, at) => 3 - at / 10)),
  gradNorm: curve(Array(20).fill(0.5)),
  validation: [3, 2, 1.5, 1.4].map((value, at) => ({ step: 5 * (at + 1), value })),
  bestValidation: { step: 20, value: 1.4, later: 0 },
  keepsBest: false,
  rows: 40,
  droppedRows: 0,
  groups: null,
  preference: null,
};
const CHANCE = Math.log(1024);

const found = (part: Partial<Signs>) =>
  diagnose({ ...GOOD, ...part }).map(({ code, step }) => ({ code, step }));

test("a job whose loss falls is good, and nothing is said of it", () => {
  expect(diagnose(GOOD)).toEqual([]);
  expect(healthOf([])).toBe("good");
});

test("a loss that ends at ln(vocabulary) is that of a dead run, unless the job has only begun", () => {
  const loss = curve([...Array(10).fill(2), ...Array(10).fill(CHANCE)]);
  const [warning] = diagnose({ ...GOOD, loss, validation: [] });
  expect(warning).toMatchObject({ code: "guessing", severity: "dead", step: null });
  expect(warning?.text).toContain(
    "The loss is 6.931 at the end. Guessing among the 1024 tokens of the model gives 6.931",
  );
  expect(healthOf(diagnose({ ...GOOD, loss, validation: [] }))).toBe("dead");
  expect(found({ loss: curve(Array(6).fill(CHANCE)), step: 6 })).toEqual([]);
  expect(found({ loss, kind: "rl" })).toEqual([]);
});

test("a loss that fell is that of no dead run, however high it began: the job was too short to say", () => {
  const values = [8.5, 8.3, 8, 7.7, 7.374];
  const short = {
    ...GOOD,
    step: 5,
    totalSteps: 5,
    loss: curve(values),
    gradNorm: curve([1, 1, 1, 1, 1]),
    validation: [7.9, 7.4, 6.9, 6.5].map((value, at) => ({ step: at + 2, value })),
  };
  const found = diagnose(short);
  expect(found).toEqual([
    {
      code: "few_steps",
      severity: "warning",
      step: null,
      text: "The loss fell from 8.5 to 7.374, and that of held-out rows from 7.9 to 6.5, in 5 steps of one epoch. Guessing among the 1024 tokens of the model gives 6.931, so these are too few steps to say what it can learn. Use more epochs.",
    },
  ]);
  expect(healthOf(found)).toBe("poor");
  expect(diagnose({ ...short, step: 4, loss: curve(values.slice(0, 4)) })).toEqual([]);
  const long = curve(Array.from({ length: 40 }, (_, at) => 8.5 - at / 40));
  expect(
    diagnose({ ...short, step: 40, totalSteps: 40, epochs: 2, loss: long, validation: [] }),
  ).toMatchObject([
    { code: "few_steps", severity: "warning", text: expect.stringContaining("in 40 steps of 2 epochs.") },
  ]);
});

test("a loss above that of guessing from its beginning, other for each batch, is that of rows which surprise the model, and of too few steps", () => {
  const values = [7.41, 7.7, 5.99, 7.77, 6.94, 6.57, 9.25, 7.37, 5.6, 9.49];
  const surprised = {
    ...GOOD,
    ...{ step: 10, totalSteps: 10, validation: [], loss: curve(values), gradNorm: curve(Array(10).fill(5)) },
  };
  expect(diagnose(surprised)).toEqual([
    {
      code: "few_steps",
      severity: "warning",
      step: null,
      text: "The loss is 9.49 after 10 steps of one epoch. Guessing among the 1024 tokens of the model gives 6.931, so these are too few steps to say whether the job learns. Use more epochs.",
    },
  ]);
});

test("a loss that stays at that of guessing is judged once there were enough steps, and only noted at the end of fewer", () => {
  const at = (step: number, totalSteps: number) =>
    diagnose({
      ...GOOD,
      ...{ step, totalSteps, validation: [], gradNorm: [] },
      loss: curve(Array(step).fill(CHANCE)),
    }).map(({ code, severity }) => [code, severity]);
  expect(at(9, 9)).toEqual([["few_steps", "warning"]]);
  expect(at(8, 9)).toEqual([]);
  expect(at(10, 20)).toEqual([["guessing", "dead"]]);
});

test("a gradient of 0 is a dead run where something is left to learn, and a warning once something was", () => {
  const gradNorm = curve([...Array(15).fill(0.5), ...Array(5).fill(0)]);
  const flat = { ...GOOD, gradNorm, loss: curve(Array(20).fill(2)), validation: [] };
  expect(diagnose(flat)).toMatchObject([{ code: "no_gradient", severity: "dead", step: null }]);
  expect(diagnose({ ...GOOD, gradNorm })).toMatchObject([{ code: "no_gradient", severity: "warning" }]);
  expect(found({ gradNorm, loss: curve(Array(20).fill(0.001)) })).toEqual([]);
});

test("the loss that is named is the mean of as many last steps as lists and checkpoints have it, also of a long job", () => {
  const learned = (loss: Stretch[], step: number) => {
    const validation = [3, 3, 3, 3].map((value, at) => ({ step: step - 30 + 10 * at, value }));
    const bestValidation = { step: 15, value: 2.18, later: 6 };
    return diagnose({ ...GOOD, step, totalSteps: step, loss, validation, bestValidation })[0]?.text;
  };
  // 40 of the last 60 steps are a tenth of the job, and its figure is of 20.
  const values = [...Array(540).fill(2), ...Array(40).fill(0.8), ...Array(20).fill(0.1)];
  expect(learned(curve(values), 600)).toMatch(
    /^The loss is 0\.1 on the rows that are learned \(mean of the last 20 steps\)/,
  );
  // Of a longer one each stretch is of several steps, the last of what is left.
  const wide = Array.from({ length: 250 }, (_, at) => ({
    ...{ lastStep: Math.min(8 * (at + 1), 1_996), min: 0, max: 4 },
    mean: at < 247 ? 2 : at === 249 ? 0.3 : 0.6,
  }));
  expect(learned(wide, 1_996)).toMatch(
    /^The loss is 0\.54 on the rows that are learned \(mean of the last 20 steps\)/,
  );
});

test("three rises of the validation loss in a row are a warning from where they began", () => {
  const validation = (values: number[]) => ({
    validation: values.map((value, at) => ({ step: 5 * (at + 1), value })),
  });
  expect(found(validation([2, 1, 1.1, 1.2, 1.3]))).toEqual([{ code: "validation_rising", step: 10 }]);
  expect(found(validation([2, 1, 1.1, 1.2, 1.2]))).toEqual([]);
  expect(found(validation([1, 1.1, 1.2]))).toEqual([]);
  expect(healthOf(diagnose({ ...GOOD, ...validation([1, 1.1, 1.2, 1.3]) }))).toBe("poor");
});

test("a loss far below that of held-out rows, which was lower before, is one of rows known by heart", () => {
  const memorized = {
    loss: curve([4, 3, 2, 1, ...Array(16).fill(0.0005)]),
    validation: [2.23, 2.24, 2.24, 2.24].map((value, at) => ({ step: 30 + 5 * at, value })),
    bestValidation: { step: 15, value: 2.18, later: 6 },
  };
  const [warning] = diagnose({ ...GOOD, ...memorized });
  expect(warning).toMatchObject({ code: "validation_rising", severity: "warning", step: 15 });
  expect(warning?.text).toMatch(
    /^The loss is 0\.0005 on the rows that are learned \(mean of the last 2 steps\) and 2\.24 on those held out, whose best was 2\.18 at step 15: .* keep “The step with the lowest validation loss”/,
  );
  // A job that is to keep its best step has done so.
  const [kept] = diagnose({ ...GOOD, ...memorized, keepsBest: true });
  expect(kept).toMatchObject({ severity: "note" });
  expect(kept?.text).toContain("The checkpoint is that of step 15.");
  expect(found({ ...memorized, bestValidation: { step: 15, value: 2.18, later: 2 } })).toEqual([]);
  expect(found({ ...memorized, loss: curve(Array(20).fill(0.6)) })).toEqual([]);
  const learned = [0.02, 0.02, 0.02, 0.02].map((value, at) => ({ step: 30 + 5 * at, value }));
  expect(
    found({ ...memorized, validation: learned, bestValidation: { step: 15, value: 0.01, later: 6 } }),
  ).toEqual([]);
});

test("a gradient of more than a thousand times the median before it names its step", () => {
  const gradNorm = (peak: number) => curve([...Array(12).fill(0.5), peak, ...Array(7).fill(0.5)]);
  expect(found({ gradNorm: gradNorm(501) })).toEqual([{ code: "gradient_spike", step: 13 }]);
  expect(found({ gradNorm: gradNorm(500) })).toEqual([]);
});

test("large gradients of the beginning are no spike beside the small ones of rows that are known", () => {
  const learned = curve([...Array(8).fill(5), 6.8, ...Array(91).fill(0.003)]);
  expect(found({ gradNorm: learned })).toEqual([]);
  expect(found({ gradNorm: curve([...Array(3).fill(5), ...Array(30).fill(0.003), 4, 0.003]) })).toEqual([
    { code: "gradient_spike", step: 34 },
  ]);
});

test("a loss that ends higher than it began is a warning, unless chance between batches explains it", () => {
  const loss = (end: number) => ({ loss: curve([...Array(15).fill(1), ...Array(5).fill(end)]) });
  expect(found(loss(1.3))).toEqual([{ code: "loss_rising", step: null }]);
  expect(found(loss(1.1))).toEqual([]);
  expect(found({ loss: curve([...Array(15).fill(0.1), ...Array(5).fill(0.15)]) })).toEqual([]);
  expect(found({ ...loss(3), kind: "rl" })).toEqual([]);
});

test("groups whose answers are all rewarded equally teach nothing, and a job of such alone is dead", () => {
  const groups = (sent: number, trainable: number) =>
    diagnose({ ...GOOD, kind: "rl", groups: { sent, trainable } }).map(({ code, severity }) => [
      code,
      severity,
    ]);
  expect(groups(8, 4)).toEqual([]);
  expect(groups(8, 3)).toEqual([["no_variance", "warning"]]);
  expect(groups(8, 0)).toEqual([["no_variance", "dead"]]);
  expect(diagnose({ ...GOOD, kind: "rl", groups: { sent: 8, trainable: 0 } })[0]?.text).toContain(
    "Of 8 groups, none has an answer that is rewarded more than another",
  );
});

test("of few steps it is noted at the end that they show nothing, which makes no job a bad one", () => {
  const few = diagnose({ ...GOOD, step: 3, totalSteps: 3, loss: curve([3, 2, 1]), validation: [] });
  expect(few).toMatchObject([{ code: "few_steps", severity: "note" }]);
  expect(few[0]?.text).toMatch(/^3 steps of one epoch are too few/);
  expect(healthOf(few)).toBe("good");
  expect(found({ step: 3 })).toEqual([]);
});

test("more than a fifth of the rows left out is a warning", () => {
  expect(found({ droppedRows: 9 })).toEqual([{ code: "rows_dropped", step: null }]);
  expect(found({ droppedRows: 8 })).toEqual([]);
});

test("a loss that rises over few steps is a warning, and batches that differ by a tenth are none", () => {
  const short = (values: number[]) => {
    const part = { loss: curve(values), gradNorm: curve(values.map(() => 0.5)), validation: [] };
    return { ...GOOD, ...part, step: values.length, totalSteps: values.length };
  };
  expect(diagnose(short([1.9, 2.2, 2.6])).map(({ code, text }) => [code, text])).toContainEqual([
    "loss_rising",
    expect.stringMatching(/^The loss rose from 1\.9 at the beginning to 2\.6 at the end\. Use a smaller/),
  ]);
  expect(healthOf(diagnose(short([1.9, 2.2, 2.6])))).toBe("poor");
  expect(found(short([2, 5, 2.1])).map(({ code }) => code)).not.toContain("loss_rising");
  expect(found(short([0.1, 0.2, 0.3])).map(({ code }) => code)).not.toContain("loss_rising");
  const noise = fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 2, maxLength: 9 });
  const quiet = fc.property(noise, fc.double({ min: 0.05, max: 8, noNaN: true }), (factors, level) => {
    const codes = found(short(factors.map((factor) => factor * level))).map(({ code }) => code);
    expect(codes).not.toContain("loss_rising");
  });
  fc.assert(quiet, { seed: 3, numRuns: 500 });
});
