import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { JobHold } from "./hold.ts";

/** Whether a job shall be cancelled, for who works on it and writes nothing meanwhile. */
export async function isCancelAsked(db: Db, { jobId }: JobHold): Promise<boolean> {
  const [job] = await db.query(sql`select 1 from training_job where id = ${jobId} and state = 'cancelling'`);
  return job !== undefined;
}
