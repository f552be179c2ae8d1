import { once } from "node:events";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "#lib/engine/port/port.ts";
import { env, startId } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log.ts";
import { endNode, type NodeFacts } from "#lib/platform/processes/note-node.ts";
import { claimJob } from "#lib/training/jobs/claim-job.ts";
import { JOB_TERMS } from "#lib/training/jobs/hold.ts";
import { TURN_MS } from "#lib/training/jobs/turns/turns.ts";
import type { TrainerParts, TrainerSettings } from "#lib/training/trainer/prepare/prepared-job.ts";
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
  roomEveryMs: 1_000,
  turnMs: TURN_MS,
  turnShare: 0.1,
  leaveMs: 5_000,
};

const RETRY_AFTER_MS = 2_000;
const MAX_LEAVE_MS = 300_000;
/** A step that takes longer is abandoned: the next trainer resumes from the last snapshot. */
const STOP_WITHIN_MS = 7_000;

export type RunningTrainer = { stop(): Promise<void> };

/** Takes jobs and works on them, one at a time, until it is stopped; the job at hand is then given back. */
export function startTrainer(parts: TrainerParts): RunningTrainer {
  const stopping = new AbortController();
  const holder = `${process.pid}-${newId()}`;
  const beating = startBeating(nodeOf(holder, parts.engine), parts.settings);
  const left = new LeftJobs(parts.settings.leaveMs);
  const ended = untilStopped(parts, { beating, holder, left, stopping: stopping.signal });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      await beating.stop();
      // A database that is away learns it from the silence.
      await endNode(parts.db, holder).catch(() => undefined);
    },
  };
}

function nodeOf(holder: string, { name }: Engine): NodeFacts {
  const { TRAIN_THREADS: threads, TRAIN_TOKEN_BUDGET: token_budget } = env();
  const capabilities = { threads, token_budget, memory_bytes: os.totalmem() };
  return { id: holder, startId: startId(), roles: ["trainer"], engine: name, capabilities, url: null };
}

type Work = { beating: Beating; holder: string; left: LeftJobs; stopping: AbortSignal };

/** Jobs that this machine lacks something for: others may take them at once, this trainer asks again after a while. */
class LeftJobs {
  readonly #firstMs: number;
  readonly #jobs = new Map<string, { untilMs: number; times: number }>();

  constructor(firstMs: number) {
    this.#firstMs = firstMs;
  }

  ids(): string[] {
    const now = performance.now();
    return [...this.#jobs].filter(([, { untilMs }]) => untilMs > now).map(([id]) => id);
  }

  leave(jobId: string): void {
    const times = this.#jobs.get(jobId)?.times ?? 0;
    const pauseMs = Math.min(this.#firstMs * 2 ** times, MAX_LEAVE_MS);
    this.#jobs.set(jobId, { untilMs: performance.now() + pauseMs, times: times + 1 });
  }

  forget(jobId: string): void {
    this.#jobs.delete(jobId);
  }
}

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
async function oneRound(parts: TrainerParts, { beating, holder, left, stopping }: Work): Promise<number> {
  const job = await claimJob(parts.db, holder, { ...parts.settings.terms, except: left.ids() });
  if (!job) return parts.settings.lookEveryMs;
  log.info({ jobId: job.hold.jobId, epoch: job.hold.epoch, kind: job.kind }, "a training job was taken");
  const lost = beating.keep(job.hold);
  try {
    const { isLacking } = await runJob(parts, job, { stopping, lost });
    if (isLacking) left.leave(job.hold.jobId);
    else left.forget(job.hold.jobId);
  } finally {
    beating.release();
  }
  return 0;
}
