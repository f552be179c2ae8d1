import { columns, int } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** Threads noted in one round: readers recompute what is noted until it is folded. */
const MAX_THREADS = 500;

/** Notes threads whose summary is of a version that did not keep what hangs on their calls, so that the fold computes it; returns how many it noted. */
export async function noteEarlierThreads(db: Db): Promise<number> {
  const [noted] = await db.query(sql`
    with noted as (
      insert into thread_dirty (project_id, thread_id, has_marks)
      select stat.project_id, stat.thread_id, true from thread_stat stat
      where stat.feedback is null and not exists (select from thread_dirty limit 1) limit ${MAX_THREADS}
      returning 1)
    select ${columns({ threads: int(sql`count(*)`) })} from noted`);
  return noted?.threads ?? 0;
}
