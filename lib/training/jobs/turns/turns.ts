import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** After so long a job makes way for one that waits. */
export const TURN_MS = 60_000;

/** Of one person's jobs `j`: first those whose turn was interrupted, then the one that has waited longest since it was queued or made way. */
export const OF_ONE_PERSON: Sql = sql`
  (j.turn_at is not null and (j.made_way_at is null or j.made_way_at < j.turn_at)) desc,
  coalesce(j.made_way_at, j.created_at), j.position`;

/** The order in which jobs `j` take turns: interrupted turns first, then the person whose last turn began longest ago. */
export const IN_TURN: Sql = sql`
  (j.turn_at is not null and (j.made_way_at is null or j.made_way_at < j.turn_at)) desc,
  (select max(e.turn_at) from training_job e where e.created_by = j.created_by) nulls first,
  ${OF_ONE_PERSON}`;
