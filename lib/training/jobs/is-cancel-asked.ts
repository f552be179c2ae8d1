import type { Db } from "#lib/platform/db/database.ts";
import type { JobHold } from "./hold.ts";

/** Whether a job is to be cancelled without a result, for a trainer that is not writing anything at the moment. */
export async function isCancelAsked(db: Db, { jobId }: JobHold): Promise<boolean> {
  return (
    (await db.prisma.trainingJob.count({ where: { id: jobId, state: "cancelling", keepsOnCancel: false } })) >
    0
  );
}
