import type { Db } from "#lib/platform/db/database.ts";
import { appendEvent } from "#lib/training/jobs/append-event.ts";
import { type JobHold, whileHeld } from "#lib/training/jobs/hold.ts";

/** Sends an event to the live stream that the list of events does not have. */
export function sendLive(
  db: Db,
  hold: JobHold,
  { type, data }: { type: "samples" | "speed" | "restarted"; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  return whileHeld(db, hold, (tx, job) => appendEvent(tx, job.id, { type, data, isListed: false }));
}
