import { setImmediate as othersTurn } from "node:timers/promises";
import type { Trainer } from "#lib/engine/port/port.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { TrainingDiverged, type TrainingPlan } from "#lib/training/training-plan.ts";
import { ratedTrainer, readingTrainer } from "./probe-trainers.internal.ts";
import { comparable, isRuined, type RateCurve, type RatePoint } from "./rate-curve.ts";
import { climbOf } from "./rate-ramp.ts";

export type ProbedJob = {
  /** Has the weights that the job would start from. After the probe they are others, which are dropped. */
  readonly trainer: Trainer;
  /** What the job would do with the first so many of its rows. */
  readonly planOf: (rows: number) => Promise<TrainingPlan>;
  readonly rows: number;
  readonly batchSize: number;
  readonly usualRate: number;
};

export type ProbeTerms = {
  /** Of computing, from the first run on. */
  readonly budgetMs: number;
  readonly minSteps: number;
  readonly maxSteps: number;
  readonly now: () => number;
  readonly onPoint?: (point: RatePoint, at: { step: number; steps: number }) => void;
  /** Fires where nobody wants the answer any more; its reason is thrown. */
  readonly signal: AbortSignal;
};

/** Fewer give no curve, and more make it no better. */
export const PROBE_STEPS = { minSteps: 20, maxSteps: 96 } as const;

/** A step of the ramp costs a gradient, the loss of its batch at the start, and of preferences what the reference says. */
const COST_OF_STEP = 1.8;
/** Of the time that is left, how much is planned. */
const PLANNED_SHARE = 0.8;

/**
 * Takes steps of a job at rates that rise from step to step, and says what each did to the loss. What a
 * step did shows in the batch after it, beside what that one lost under the weights of the start.
 */
export async function probeRates(job: ProbedJob, terms: ProbeTerms): Promise<RateCurve> {
  const endsAt = terms.now() + terms.budgetMs;
  const pilot = await timeStep(job, terms);
  const affordable = Math.floor(((endsAt - terms.now()) * PLANNED_SHARE) / (COST_OF_STEP * pilot.stepMs));
  const steps = Math.min(terms.maxSteps, affordable);
  if (steps < terms.minSteps)
    return { end: "slow", startLoss: pilot.loss, steps: Math.max(0, affordable), points: [] };
  return climb(job, { ...terms, steps, endsAt });
}

/** Steps that are timed, of which the fastest counts: others may use the machine for a moment. */
const TIMED_STEPS = 2;

/** How long a step takes, by some that change nothing; the one before them makes what all use again. */
async function timeStep(
  job: ProbedJob,
  { now, signal }: ProbeTerms,
): Promise<{ stepMs: number; loss: number }> {
  const plan = await firstPlan(job);
  await plan.prepare(job.trainer);
  const still = ratedTrainer(job.trainer, 0);
  const { loss = 0 } = await plan.step(still, 1);
  let stepMs = Number.POSITIVE_INFINITY;
  for (let times = 0; times < TIMED_STEPS; times++) {
    await letOthers(signal);
    const startedAt = now();
    await plan.step(still, 1);
    stepMs = Math.min(stepMs, now() - startedAt);
  }
  return { stepMs: Math.max(stepMs, Number.MIN_VALUE), loss };
}

/** A plan of as few rows as make a step: the first ones may be too long, or say nothing. */
async function firstPlan({ planOf, rows, batchSize }: ProbedJob): Promise<TrainingPlan> {
  for (let some = Math.min(rows, batchSize); ; some = Math.min(rows, 4 * some)) {
    try {
      return await planOf(some);
    } catch (error) {
      if (some >= rows || !(error instanceof Rejected)) throw error;
    }
  }
}

type Climb = ProbeTerms & { readonly steps: number; readonly endsAt: number };

/** On a machine that is busier than it seemed, the rates rise faster, so that all of them have their turn in time. */
async function climb(
  job: ProbedJob,
  { steps, minSteps, endsAt, now, onPoint, signal }: Climb,
): Promise<RateCurve> {
  const { trainer, planOf, rows, batchSize, usualRate } = job;
  // One more batch shows what the last step did.
  const plan = await planOf(Math.min(rows, (steps + 1) * batchSize));
  await plan.prepare(trainer);
  const before = await startLosses(plan, { trainer, steps, signal });
  const startLoss = mean(before);
  trainer.resetOptimizer();
  const rateOf = climbOf({ usualRate, steps, startsAt: now(), endsAt });
  const points: RatePoint[] = [];
  const curve = (end: RateCurve["end"]): RateCurve => ({ end, startLoss, steps, points });
  for (let step = 0, reached: number | null = null; ; step++) {
    await letOthers(signal);
    const rate = rateOf(step, now());
    const batch = step % before.length;
    const taker = rate === null ? readingTrainer(trainer) : ratedTrainer(trainer, rate);
    const loss = await lossOf(plan, taker, batch);
    if (loss === null) return curve("ruined");
    if (reached !== null) {
      const point = { rate: reached, loss: comparable(loss, { before: before[batch] ?? 0, startLoss }) };
      points.push(point);
      onPoint?.(point, { step, steps });
      if (isRuined(points, startLoss)) return curve("ruined");
    }
    if (rate === null) return curve(points.length < minSteps ? "slow" : "whole");
    reached = rate;
  }
}

type Start = { trainer: Trainer; steps: number; signal: AbortSignal };

/** What each batch loses before anything was learned. */
async function startLosses(plan: TrainingPlan, { trainer, steps, signal }: Start): Promise<number[]> {
  const losses: number[] = [];
  const reader = readingTrainer(trainer);
  for (let batch = 0; batch < Math.min(steps + 1, plan.totalSteps); batch++) {
    await letOthers(signal);
    losses.push((await plan.step(reader, batch + 1)).loss ?? 0);
  }
  return losses;
}

/** Null where the step showed that the model is lost. */
async function lossOf(plan: TrainingPlan, trainer: Trainer, batch: number): Promise<number | null> {
  try {
    return (await plan.step(trainer, batch + 1)).loss ?? null;
  } catch (error) {
    if (error instanceof TrainingDiverged) return null;
    throw error;
  }
}

/** A run blocks its thread, so signals and messages come in between two of them. */
async function letOthers(signal: AbortSignal): Promise<void> {
  await othersTurn();
  signal.throwIfAborted();
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
