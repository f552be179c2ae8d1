import { type Hindrance, hindranceOf } from "#lib/evaluation/work/hindrance.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type AnsweredPrompt, answerPrompt } from "./answer-prompt.internal.ts";
import { awaitPeople } from "./await-people.internal.ts";
import {
  type DueRlRun,
  findDueRlRuns,
  findPendingPrompts,
  type PendingPrompt,
} from "./due-rl-run.internal.ts";
import { followJob } from "./follow-job.internal.ts";
import { guardRound } from "./guard-round.internal.ts";
import { type OpenRlRun, openRlRun } from "./open-rl-run.internal.ts";
import { parkRound } from "./park-round.internal.ts";
import { pauseRlRun } from "./pause.internal.ts";
import { type Round, roundsOf } from "./rounds.internal.ts";
import { startRound } from "./start-round.internal.ts";
import { storeAnswers } from "./store-answers.internal.ts";
import { trainRound } from "./train-round.internal.ts";
import { endRlRun } from "./while-going.internal.ts";

/** Answers that are asked for together. */
const ANSWERS_AT_ONCE = 32;
/** Steps in a row without an answer, after which the model counts as silent. */
const MAX_IDLE_ROUNDS = 5;
const MAX_PAUSE_SECONDS = 60;

/**
 * Takes each run that is due one step on: the next prompts, the job that learns from them, the guard, the next round. Nothing is kept between
 * two steps, so a worker that dies in the middle is followed by one that sees where the run stands.
 */
export async function advanceRlRuns(db: Db): Promise<number> {
  const due = await findDueRlRuns(db);
  await Promise.all(due.map((run) => advanceRlRun(db, run)));
  return due.length;
}

async function advanceRlRun(db: Db, run: DueRlRun): Promise<void> {
  const open = await openRlRun(db, run);
  if ("refused" in open) return endRlRun(db, run, { state: "failed", message: open.refused });
  try {
    await takeStep(open);
  } catch (error) {
    const found = hindranceOf(error, open.ctx.signal);
    const isFinal = found.hindrance === "run" || found.hindrance === "row";
    if (isFinal) return endRlRun(db, run, { state: "failed", message: found.message });
    await waitOrGiveUp(open, [found]);
  }
}

async function takeStep(open: OpenRlRun): Promise<void> {
  const { run, ctx } = open;
  const rounds = await roundsOf(ctx.db, run);
  const [round] = rounds;
  if (!round || round.endedAt !== null) return startRound(open, rounds);
  const { jobId, toStep, guardRunId } = round;
  if (jobId === null) return sampleRound(open, round);
  if (toStep === null) return followJob(open, round, jobId);
  if (open.guard && guardRunId !== null) return guardRound(open, { ...round, guardRunId }, open.guard);
}

async function sampleRound(open: OpenRlRun, round: Round): Promise<void> {
  const { run, ctx, config } = open;
  if (run.isStopping)
    return endRlRun(ctx.db, run, {
      state: "completed",
      ending: "stopped",
      text: `Stopped in round ${round.round} before anything was learned from it`,
    });
  const limit = Math.max(1, Math.floor(ANSWERS_AT_ONCE / config.rollouts));
  const pending = await findPendingPrompts(ctx.db, run, { round: round.round, limit });
  if (pending.length === 0) return rewardRound(open, round);
  await answerAll(open, round, pending);
}

/** People say what graders are not sure of, before anything is learned. */
async function rewardRound(open: OpenRlRun, round: Round): Promise<void> {
  const { human } = open;
  if (human === null || round.settledAt !== null) return trainRound(open, round);
  return round.parkedAt === null ? parkRound(open, round, human) : awaitPeople(open, round, human);
}

async function answerAll(open: OpenRlRun, round: Round, pending: readonly PendingPrompt[]): Promise<void> {
  const { run, ctx } = open;
  const outcomes = await Promise.all(pending.map((one) => answerPrompt(open, round, one)));
  const hindrances = outcomes.filter(isHindrance);
  const answered = outcomes.filter((one): one is AnsweredPrompt => !isHindrance(one));
  const fatal = hindrances.find(({ hindrance }) => hindrance === "run");
  if (fatal) return endRlRun(ctx.db, run, { state: "failed", message: fatal.message });
  if (answered.length > 0) return storeAnswers(open, round, answered);
  await waitOrGiveUp(open, hindrances);
}

function isHindrance(outcome: AnsweredPrompt | Hindrance): outcome is Hindrance {
  return "hindrance" in outcome;
}

/** The service itself is waited for as long as it is away. */
async function waitOrGiveUp({ run, ctx }: OpenRlRun, hindrances: readonly Hindrance[]): Promise<void> {
  const message = hindrances[0]?.message ?? "";
  const isOurs = hindrances.some(({ hindrance }) => hindrance === "service");
  if (!isOurs && run.idleRounds + 1 >= MAX_IDLE_ROUNDS)
    return endRlRun(ctx.db, run, {
      state: "failed",
      message: `No answer after ${MAX_IDLE_ROUNDS} tries: ${message}`,
    });
  const seconds = Math.min(2 ** run.idleRounds, MAX_PAUSE_SECONDS);
  await pauseRlRun(ctx.db, run, { seconds, waitingFor: message, isIdle: true });
}
