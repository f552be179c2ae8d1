import type { Db } from "#lib/db/database.ts";
import { appendEvent } from "./append-event.ts";
import { type JobHold, whileHeld } from "./hold.ts";

/** Tells the live stream something that the list of events does not hold. */
export function tellLive(
  db: Db,
  hold: JobHold,
  { type, data }: { type: "samples" | "speed" | "restarted"; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  return whileHeld(db, hold, (tx, job) => appendEvent(tx, job.id, { type, data, isListed: false }));
}
