import type { TrainingEvent } from "#lib/contract/training/training-progress.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { listenToJob } from "./job-bell.ts";
import { readEvents } from "./read-events.ts";

type Follow = {
  jobId: string;
  /** Number of the last event already seen; 0 is none. */
  afterNumber: bigint;
  signal: AbortSignal;
};

/** Every event after a number, each as soon as it is committed, until the job has ended or the signal fires. */
export async function* followEvents(
  db: Db,
  { jobId, afterNumber, signal }: Follow,
): AsyncGenerator<TrainingEvent> {
  const bell = listenToJob(jobId);
  let number = afterNumber;
  try {
    while (!signal.aborted) {
      // Listening begins before reading, so that nothing falls between the two.
      const rung = bell.next();
      const page = await readEvents(db, jobId, number);
      yield* page.events;
      if (page.isOver) return;
      number = page.lastNumber;
      if (!page.isFull) await either(rung, signal);
    }
  } finally {
    bell.leave();
  }
}

async function either(rung: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const aborted = Promise.withResolvers<void>();
  const onAbort = () => aborted.resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  await Promise.race([rung, aborted.promise]);
  signal.removeEventListener("abort", onAbort);
}
