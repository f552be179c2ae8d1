import { type Sql, sql } from "#lib/platform/db/sql.ts";

/**
 * By what jobs `j` of different people come in turn: what has begun goes on first; of those who wait, the one whose last job began longest ago
 * is next. Behind it stands the job's place in the queue.
 */
export const IN_TURN: Sql = sql`
  (j.started_at is not null) desc,
  (select max(e.started_at) from training_job e where e.created_by = j.created_by) nulls first,
  j.position`;
