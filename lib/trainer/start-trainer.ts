import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { claimJob } from "#lib/training/jobs/claim-job.ts";
import { JOB_TERMS } from "#lib/training/jobs/hold.ts";
import type { TrainerParts, TrainerSettings } from "./prepared-job.ts";
import { runJob } from "./run-job.ts";
import { type Beating, startBeating } from "./start-beating.ts";

export const TRAINER_SETTINGS: TrainerSettings = {
  terms: JOB_TERMS,
  // One run of the engine, which nothing can interrupt, takes minutes at most where a large model with a large token budget is trained on
  // a slow machine.
  answerWithinMs: 1_800_000,
  snapshotEveryMs: 10_000,
  snapshotEverySteps: 50,
  snapshotShare: 0.1,
  lookEveryMs: 300,
};

const RETRY_AFTER_MS = 2_000;
/** A step that takes longer is left behind: the next trainer goes on from the last snapshot. */
const STOP_WITHIN_MS = 7_000;

export type RunningTrainer = { stop(): Promise<void> };

/** Takes jobs and works on them, one at a time, until it is stopped; the job at hand is then given back. */
export function startTrainer(parts: TrainerParts): RunningTrainer {
  const stopping = new AbortController();
  const holder = `${process.pid}-${newId()}`;
  const beating = startBeating(holder, parts.settings);
  const ended = untilStopped(parts, { beating, holder, stopping: stopping.signal });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      await beating.stop();
    },
  };
}

type Work = { beating: Beating; holder: string; stopping: AbortSignal };

/** Never throws: a database that is away for a moment is asked again. */
async function untilStopped(parts: TrainerParts, work: Work): Promise<void> {
  await Promise.race([work.beating.ready, once(work.stopping, "abort")]);
  while (!work.stopping.aborted) {
    const pauseMs = await oneRound(parts, work).catch((error: unknown) => {
      log.warn({ err: error }, "the trainer cannot look for jobs and tries again");
      return RETRY_AFTER_MS;
    });
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: work.stopping }).catch(() => undefined);
  }
}

/** Answers how long to pause. */
async function oneRound(parts: TrainerParts, { beating, holder, stopping }: Work): Promise<number> {
  const job = await claimJob(parts.db, holder, parts.settings.terms);
  if (!job) return parts.settings.lookEveryMs;
  log.info({ jobId: job.hold.jobId, epoch: job.hold.epoch, kind: job.kind }, "a training job was taken");
  const lost = beating.keep(job.hold);
  try {
    await runJob(parts, job, { stopping, lost });
  } finally {
    beating.release();
  }
  return 0;
}
