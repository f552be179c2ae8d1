import { isStorableText } from "#lib/contract/fields.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Place = { jobId: string; eventId: string; onlyListed: boolean };

/** The number of a job's event, or null where the job has no such event. */
export async function eventNumber(db: Db, { jobId, eventId, onlyListed }: Place): Promise<bigint | null> {
  if (!isStorableText(eventId)) return null;
  const [found] = await db.query<{ number: string }>(sql`
    select number::text from training_event
    where id = ${eventId} and job_id = ${jobId} and (is_listed or not ${onlyListed}::boolean)`);
  return found ? BigInt(found.number) : null;
}
