import { expect, test } from "vitest";
import type { AdamWSettings, Trainer } from "#lib/engine/port/port.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { linearEngine, linearPlan } from "#lib/testing/engines/linear-engine.ts";
import { TrainingDiverged, type TrainingPlan } from "#lib/training/training-plan.ts";
import { type ProbeTerms, probeRates } from "./probe-rates.ts";

const USUAL = 0.01;
const POLICY = { modelFolder: "", adapterFolder: null };
const TERMS: ProbeTerms = {
  budgetMs: 10_000,
  minSteps: 4,
  maxSteps: 8,
  now: clockOf(0),
  signal: new AbortController().signal,
};

/** A clock that moves by so much each time that it is read. */
function clockOf(ms: number): () => number {
  let now = 0;
  return () => {
    now += ms;
    return now;
  };
}

/** The linear engine's trainer, and the settings of each step that it took. */
async function aTrainer(): Promise<{ trainer: Trainer; steps: AdamWSettings[]; resets: number[] }> {
  const inner = await linearEngine.openTrainer(POLICY, { method: { mode: "full" } });
  const steps: AdamWSettings[] = [];
  const resets: number[] = [];
  const optimizerStep: Trainer["optimizerStep"] = (settings) => {
    steps.push(settings);
    return inner.optimizerStep(settings);
  };
  const resetOptimizer = () => {
    resets.push(steps.length);
    inner.resetOptimizer();
  };
  const trainer = Object.assign(Object.create(inner), { optimizerStep, resetOptimizer });
  // A class with private fields takes calls on itself alone.
  for (const name of ["score", "scoreReference", "gradients"] as const)
    trainer[name] = inner[name].bind(inner);
  return { trainer, steps, resets };
}

function jobOf(
  trainer: Trainer,
  planOf: (rows: number) => Promise<TrainingPlan> = async () => linearPlan(20),
) {
  return { trainer, planOf, rows: 80, batchSize: 4, usualRate: USUAL };
}

test("the rates of the steps rise by the same factor over three decades around the usual one, after three that change nothing", async () => {
  const { trainer, steps, resets } = await aTrainer();
  const curve = await probeRates(jobOf(trainer), TERMS);
  const rates = steps.map(({ learningRate }) => learningRate);
  expect(rates.slice(0, 3)).toEqual([0, 0, 0]);
  expect(resets).toEqual([3]);
  const ramp = rates.slice(3);
  expect(ramp).toHaveLength(8);
  expect(ramp[0]).toBeCloseTo(USUAL / 10 ** 1.5, 10);
  expect(ramp[7]).toBeCloseTo(USUAL * 10 ** 1.5, 10);
  for (let at = 1; at < 8; at++)
    expect((ramp[at] ?? 0) / (ramp[at - 1] ?? 1)).toBeCloseTo(1000 ** (1 / 7), 8);
  expect(curve).toMatchObject({ end: "whole", steps: 8 });
  expect(curve.points.map(({ rate }) => rate)).toEqual(ramp);
});

test("each point is what the next batch lost, beside what it lost at the start", async () => {
  const { trainer } = await aTrainer();
  const plan = linearPlan(20);
  const fresh = await linearEngine.openTrainer(POLICY, { method: { mode: "full" } });
  const start: number[] = [];
  for (let step = 1; step <= 9; step++) {
    const tokenIds = [step % 10, (step * 7) % 10];
    start.push(-((await fresh.score([{ tokenIds }]))[0]?.logprobs[0] ?? 0));
  }
  const startLoss = start.reduce((sum, loss) => sum + loss, 0) / start.length;
  const seen: number[] = [];
  const watched: TrainingPlan = {
    ...plan,
    step: async (...step) => {
      const metrics = await plan.step(...step);
      seen.push(metrics.loss ?? 0);
      return metrics;
    },
  };
  const curve = await probeRates(
    jobOf(trainer, async () => watched),
    TERMS,
  );
  expect(curve.startLoss).toBeCloseTo(startLoss, 6);
  // Three to take the time, nine before the climb, and nine on it, the first of which shows no step.
  expect(seen).toHaveLength(21);
  const expected = seen.slice(13).map((loss, at) => (loss * startLoss) / (start[at + 1] ?? 1));
  for (const [at, { loss }] of curve.points.entries()) expect(loss).toBeCloseTo(expected[at] ?? 0, 6);
});

test("a plan with fewer steps is gone through again", async () => {
  const { trainer } = await aTrainer();
  const curve = await probeRates(
    jobOf(trainer, async () => linearPlan(3)),
    TERMS,
  );
  expect(curve.points).toHaveLength(8);
});

test("only as many rows are planned as the steps need, and more at first where those teach nothing", async () => {
  const { trainer } = await aTrainer();
  const asked: number[] = [];
  const planOf = async (rows: number) => {
    asked.push(rows);
    if (rows < 16) throw new Rejected("None of the rows can be trained");
    return linearPlan(20);
  };
  await probeRates(jobOf(trainer, planOf), TERMS);
  expect(asked).toEqual([4, 16, 36]);
  await expect(
    probeRates(
      jobOf(trainer, () => Promise.reject(new Rejected("None of the 80 rows"))),
      TERMS,
    ),
  ).rejects.toThrow("None of the 80 rows");
});

test("the time decides how many steps there are; too few are not begun", async () => {
  const { trainer, steps } = await aTrainer();
  // One step takes 1 s: 80 % of the other 4 s, at 1.8 s a step, are 1.
  const slow = await probeRates(jobOf(trainer), { ...TERMS, now: clockOf(1000) });
  expect(slow).toMatchObject({ end: "slow", steps: 2, points: [] });
  expect(steps.every(({ learningRate }) => learningRate === 0)).toBe(true);
});

test("on a machine that becomes busy the rates rise faster, and all the way in time", async () => {
  const { trainer, steps } = await aTrainer();
  let reads = 0;
  // Eight steps are planned; from the fifth on, each takes four seconds of the ten.
  const now = () => (++reads <= 11 ? reads : 4000 * (reads - 11));
  const curve = await probeRates(jobOf(trainer), { ...TERMS, now });
  const rates = steps.slice(3).map(({ learningRate }) => learningRate);
  expect(rates).toHaveLength(7);
  expect(rates.at(-1)).toBeCloseTo(USUAL * 10 ** 1.5, 10);
  expect(rates).toEqual([...rates].sort((a, b) => a - b));
  expect(curve).toMatchObject({ end: "whole", steps: 8 });
  expect(curve.points.map(({ rate }) => rate)).toEqual(rates);
});

test("a climb that had time for too few steps is no curve", async () => {
  const { trainer } = await aTrainer();
  let reads = 0;
  const now = () => (++reads <= 7 ? reads : 6000 * (reads - 7));
  const curve = await probeRates(jobOf(trainer), { ...TERMS, now });
  expect(curve).toMatchObject({ end: "slow", steps: 8 });
  expect(curve.points.length).toBeLessThan(4);
});

test("a model that is lost ends the climb, by a loss that is no number or by one that has doubled", async () => {
  const diverging = linearPlan(20, (step) => {
    if (step === 5 && ++passes > 1) throw new TrainingDiverged("loss is NaN");
  });
  let passes = 0;
  const { trainer } = await aTrainer();
  const lost = await probeRates(
    jobOf(trainer, async () => diverging),
    TERMS,
  );
  expect(lost.end).toBe("ruined");
  expect(lost.points).toHaveLength(3);
  const plan = linearPlan(20);
  let taken = 0;
  const doubling: TrainingPlan = {
    ...plan,
    step: async () => ({ loss: ++taken > 15 ? 50 : 1 }),
  };
  const doubled = await probeRates(
    jobOf((await aTrainer()).trainer, async () => doubling),
    TERMS,
  );
  expect(doubled.end).toBe("ruined");
  expect(doubled.points.filter(({ loss }) => loss > 10)).toHaveLength(3);
});

test("nobody who has left is computed for", async () => {
  const gone = new AbortController();
  const { trainer, steps } = await aTrainer();
  const probing = probeRates(jobOf(trainer), {
    ...TERMS,
    signal: gone.signal,
    onPoint: ({ rate: _ }, { step }) => {
      if (step === 3) gone.abort(new Error("gone"));
    },
  });
  await expect(probing).rejects.toThrow("gone");
  expect(steps).toHaveLength(7);
});
