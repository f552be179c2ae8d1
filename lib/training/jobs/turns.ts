import { type Sql, sql } from "#lib/platform/db/sql.ts";

/**
 * The order in which jobs `j` of different people take turns: started jobs first; then the person whose last job started longest ago; then
 * the job's place in the queue.
 */
export const IN_TURN: Sql = sql`
  (j.started_at is not null) desc,
  (select max(e.started_at) from training_job e where e.created_by = j.created_by) nulls first,
  j.position`;
