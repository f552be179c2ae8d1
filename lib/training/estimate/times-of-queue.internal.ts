import type { TrainingMode } from "#lib/contract/models/models.ts";
import type { JobState } from "#lib/contract/training/job-states.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { forecastTurns } from "#lib/training/jobs/turns/forecast-turns.ts";
import { type Span, stepPace } from "#lib/training/jobs/turns/step-pace.ts";
import { TURN_MS } from "#lib/training/jobs/turns/turns.ts";
import { estimateSeconds } from "./estimate-seconds.internal.ts";

/** What the times of a job in the queue depend on. */
export type ForeseenJob = {
  modelId: string;
  baseModel: string;
  mode: TrainingMode;
  state: JobState;
  step: number;
  totalSteps: number | null;
  config: { n_epochs?: number };
  /** Since its turn began. */
  seconds: number | null;
  /** When its newest steps were done, in seconds; null where something came between them. */
  moments: readonly (number | null)[];
  /** Of the data of a supervised job, where they are known. */
  tokens: number | null;
};

/** Seconds from now. */
export type JobTimes = { begins: number | null; ends: Span | null };
export const UNKNOWN_TIMES: JobTimes = { begins: null, ends: null };

/** When running ones end and waiting ones begin and end. With several trainers nobody can say who comes when; with none at work, not even that. */
export async function timesOfQueue(
  db: Db,
  running: readonly ForeseenJob[],
  waiting: readonly ForeseenJob[],
): Promise<JobTimes[]> {
  const [first] = running;
  if (!first || running.length > 1) return running.map((row) => ({ begins: 0, ends: secondsLeft(row) }));
  const jobs: { row: ForeseenJob; left: Span | null }[] = [{ row: first, left: secondsLeft(first) }];
  for (const row of waiting) jobs.push({ row, left: await secondsOf(db, row) });
  const asked = { turn: TURN_MS / 1_000, spent: first.seconds ?? 0 };
  const played = (which: keyof Span) =>
    forecastTurns(
      jobs.map(({ row, left }) => ({ model: row.modelId, left: left?.[which] ?? null })),
      asked,
    );
  const [middle, low, high] = [played("estimate"), played("low"), played("high")];
  return middle.map(({ begins, ends }, at) => ({
    begins,
    ends: spanOf(ends, low[at]?.ends ?? null, high[at]?.ends ?? null),
  }));
}

/** Turns may fall so that a job ends sooner where all take longer. */
function spanOf(estimate: number | null, low: number | null, high: number | null): Span | null {
  if (estimate === null || low === null || high === null) return null;
  return { estimate, low: Math.min(estimate, low), high: Math.max(estimate, high) };
}

/** Of its work alone, after the pace of its newest steps. */
function secondsLeft({ state, step, totalSteps, moments }: ForeseenJob): Span | null {
  if (state === "cancelling") return { estimate: 0, low: 0, high: 0 };
  const pace = totalSteps === null ? null : stepPace(stretchesOf(moments));
  return pace && manyTimes(pace, (totalSteps ?? 0) - step);
}

function stretchesOf(moments: ForeseenJob["moments"]): number[][] {
  const stretches: number[][] = [[]];
  for (const moment of moments)
    if (moment === null) stretches.push([]);
    else stretches.at(-1)?.push(moment);
  return stretches;
}

function manyTimes({ estimate, low, high }: Span, by: number): Span {
  return { estimate: estimate * by, low: low * by, high: high * by };
}

/** Of a job that has not begun, after earlier jobs like it. */
async function secondsOf(db: Db, row: ForeseenJob): Promise<Span | null> {
  const { baseModel, mode, tokens, totalSteps } = row;
  const left = secondsLeft(row);
  if (left !== null || row.step > 0 || tokens === null) return left;
  const heldOut = { heldOutTokens: 0, measurements: 0 };
  const learned = tokens * (row.config.n_epochs ?? 1);
  const work = { loss: null, tokens: learned, dataTokens: tokens, ...heldOut, steps: totalSteps };
  return estimateSeconds(db, { baseModel, training: { mode } }, work);
}
