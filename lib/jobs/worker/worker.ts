import { setTimeout as sleep } from "node:timers/promises";
import { DUTIES } from "#lib/jobs/duties/all.ts";
import type { Duty } from "#lib/jobs/duties/duty.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log.ts";
import {
  dropLease,
  fencedBy,
  LEASE_MS,
  type Lease,
  LeaseLost,
  renewLease,
  takeLease,
  WORKER_LEASE,
} from "./lease.ts";

/** How often the worker looks, in ms. */
export type Pace = { beatMs: number; standbyMs: number; firstRetryMs: number; longestRetryMs: number };

const PACE: Pace = { beatMs: LEASE_MS / 5, standbyMs: 1_000, firstRetryMs: 200, longestRetryMs: 5_000 };
/** A duty in the middle of a statement is abandoned after this: its transaction ends with its connection. */
const STOP_WITHIN_MS = 1_500;

export type Worker = { stop(): Promise<void> };

/** Does the duties while it holds the worker's lease, and stands by while another process does. */
export function startWorker(
  db: Db,
  { pace = PACE, duties = DUTIES }: { pace?: Pace; duties?: readonly Duty[] } = {},
): Worker {
  const stopping = new AbortController();
  const ended = new WorkerRun(db, { pace, duties, signal: stopping.signal }).untilStopped();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

type Settings = { pace: Pace; duties: readonly Duty[]; signal: AbortSignal };

class WorkerRun {
  readonly #db: Db;
  readonly #settings: Settings;
  readonly #holder = `${process.pid}-${newId()}`;

  constructor(db: Db, settings: Settings) {
    this.#db = db;
    this.#settings = settings;
  }

  async untilStopped(): Promise<void> {
    const { pace, signal } = this.#settings;
    let isStandby = false;
    await repeat(signal, { everyMs: pace.standbyMs, pace, name: "take-lease" }, async () => {
      const lease = await takeLease(this.#db, WORKER_LEASE, this.#holder);
      if (!lease && !isStandby) log.info("another worker holds the lease; standing by");
      isStandby = lease === null;
      if (lease) await this.#work(lease);
    });
  }

  /** Beats and does the duties side by side, until the stop or the loss of the lease. */
  async #work(lease: Lease): Promise<void> {
    log.info({ epoch: lease.epoch }, "the worker holds its lease");
    const { pace, duties } = this.#settings;
    const lost = new AbortController();
    const until = AbortSignal.any([this.#settings.signal, lost.signal]);
    const db = fencedBy(lease, this.#db);
    await Promise.all([
      repeat(until, { name: "beat", everyMs: pace.beatMs, pace }, () => this.#beat(lease, lost)),
      ...duties.map((duty) => repeat(until, { ...duty, pace }, () => duty.run(db))),
    ]);
    await dropLease(this.#db, lease);
  }

  /** A database that is away for a moment costs a beat; the lease is lost only when it says so itself. */
  async #beat(lease: Lease, lost: AbortController): Promise<void> {
    try {
      await renewLease(this.#db, lease);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      log.warn({ epoch: lease.epoch }, "the worker lost its lease");
      lost.abort();
    }
  }
}

type Round = { name: string; everyMs: number; restMs?: number; pace: Pace };

/** Runs `work` again and again; after a failure with growing pauses, until it works again. Never throws. */
async function repeat(
  signal: AbortSignal,
  { name, everyMs, restMs = everyMs, pace }: Round,
  work: () => Promise<unknown>,
): Promise<void> {
  let retryMs = pace.firstRetryMs;
  while (!signal.aborted) {
    let pauseMs = everyMs;
    try {
      if ((await work()) === false) pauseMs = restMs;
      retryMs = pace.firstRetryMs;
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, duty: name, retryMs }, "a duty failed and is tried again");
      pauseMs = retryMs;
      retryMs = Math.min(retryMs * 2, pace.longestRetryMs);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
