import type { Db } from "#lib/platform/db/database.ts";
import { appendEvent } from "./append-event.ts";
import { type HeldJob, type JobHold, whileHeld } from "./hold.ts";

/** Says what a job that is held waits for, or null when it goes on. Answers whether it shall be cancelled instead. */
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

/** The same in a transaction that has the job's row already; what is known already, but for its figures, is not told again. */
export async function setWaiting(tx: Db, job: HeldJob, waitingFor: string | null): Promise<void> {
  if (job.waitingFor === waitingFor) return;
  await tx.prisma.trainingJob.update({ where: { id: job.id }, data: { waitingFor } });
  if (withoutFigures(job.waitingFor) === withoutFigures(waitingFor)) return;
  await appendEvent(tx, job.id, { type: "waiting", data: { waiting_for: waitingFor }, isListed: false });
}

function withoutFigures(text: string | null): string | undefined {
  return text?.replace(/\d[\d,.]*/g, "0");
}
