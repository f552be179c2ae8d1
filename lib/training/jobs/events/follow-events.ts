import { setTimeout as sleep } from "node:timers/promises";
import type { TrainingEvent } from "#lib/contract/training/training-progress.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { onNotification } from "#lib/platform/db/notifications.ts";
import { EVENTS_CHANNEL } from "#lib/training/jobs/append-event.ts";
import { readEvents } from "./read-events.ts";

/** A notification that got lost costs a reader no more than this. */
const LOOK_EVERY_MS = 2_000;

type Follow = {
  jobId: string;
  /** Number of the last event already seen; 0 is none. */
  afterNumber: bigint;
  signal: AbortSignal;
  /** Asked before each reading; where it says no the stream ends. */
  mayGoOn: () => boolean;
};

/** Every event behind a number, each as soon as it is committed, until the job has ended, the signal fires or the reader may not go on. */
export async function* followEvents(
  db: Db,
  { jobId, afterNumber, signal, mayGoOn }: Follow,
): AsyncGenerator<TrainingEvent> {
  const bell = new Bell();
  const stop = onNotification({ channel: EVENTS_CHANNEL, topic: jobId }, () => bell.ring());
  let number = afterNumber;
  try {
    while (!signal.aborted && mayGoOn()) {
      // Listening begins before reading, so that nothing falls between the two.
      const rung = bell.next();
      const page = await readEvents(db, jobId, number);
      yield* page.events;
      if (page.isOver) return;
      number = page.lastNumber;
      if (page.events.length === 0) await soonest(rung, signal);
    }
  } finally {
    stop();
  }
}

class Bell {
  #rung = Promise.withResolvers<void>();

  /** Settles with the next ring from now on. */
  next(): Promise<void> {
    return this.#rung.promise;
  }

  ring(): void {
    this.#rung.resolve();
    this.#rung = Promise.withResolvers<void>();
  }
}

async function soonest(rung: Promise<void>, signal: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const waited = sleep(LOOK_EVERY_MS, undefined, {
    signal: AbortSignal.any([signal, stop.signal]),
    ref: false,
  });
  try {
    await Promise.race([rung, waited.catch(() => undefined)]);
  } finally {
    stop.abort();
  }
}
