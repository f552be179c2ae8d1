import type { Db } from "#lib/platform/db/database.ts";
import { appendEvent } from "./append-event.ts";
import { type HeldJob, type JobHold, whileHeld } from "./hold.ts";

/** Records what a held job waits for, or null once it continues. Returns whether it is to be cancelled instead. */
export function tellWaiting(
  db: Db,
  hold: JobHold,
  waitingFor: string | null,
): Promise<{ isCancelAsked: boolean }> {
  return whileHeld(db, hold, async (tx, job) => {
    await setWaiting(tx, job, waitingFor);
    return { isCancelAsked: job.state === "cancelling" };
  });
}

/** The same in a transaction that already has the job's row. Does not repeat a reason that differs only in its numbers. */
export async function setWaiting(tx: Db, job: HeldJob, waitingFor: string | null): Promise<void> {
  if (job.waitingFor === waitingFor) return;
  await tx.prisma.trainingJob.update({ where: { id: job.id }, data: { waitingFor } });
  if (withoutFigures(job.waitingFor) === withoutFigures(waitingFor)) return;
  await appendEvent(tx, job.id, { type: "waiting", data: { waiting_for: waitingFor }, isListed: false });
}

function withoutFigures(text: string | null): string | undefined {
  return text?.replace(/\d[\d,.]*/g, "0");
}
