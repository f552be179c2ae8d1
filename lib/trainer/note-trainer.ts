import type { Db } from "#lib/db/database.ts";
import { sql } from "#lib/db/sql.ts";
import type { JobTerms } from "#lib/training/jobs/hold.ts";

/** The row that says that a trainer lives. Several may; nobody needs it for himself. */
export const TRAINER_LEASE = "trainer";

/** Says that a trainer lives, for those who look after the service. */
export async function noteTrainer(
  db: Pick<Db, "query">,
  holder: string,
  { leaseMs }: JobTerms,
): Promise<void> {
  const until = sql`now() + make_interval(secs => ${leaseMs / 1000})`;
  await db.query(sql`
    insert into lease (name, holder, epoch, expires_at, beat_at) values (${TRAINER_LEASE}, ${holder}, 1, ${until}, now())
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at, beat_at = excluded.beat_at,
      epoch = lease.epoch + (lease.holder <> excluded.holder)::int`);
}
