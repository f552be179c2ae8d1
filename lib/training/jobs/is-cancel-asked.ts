import type { Db } from "#lib/platform/db/database.ts";
import type { JobHold } from "./hold.ts";

/** Whether a job shall be cancelled and leave nothing, for who works on it and writes nothing meanwhile. */
export async function isCancelAsked(db: Db, { jobId }: JobHold): Promise<boolean> {
  return (
    (await db.prisma.trainingJob.count({ where: { id: jobId, state: "cancelling", keepsOnCancel: false } })) >
    0
  );
}
