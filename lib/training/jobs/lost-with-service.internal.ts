import { sql } from "#lib/platform/db/sql.ts";

/**
 * Of a job `j` that a trainer held when it fell silent: whether the job cannot be to blame, because the trainer was asked to end, or because
 * the start that it belonged to fell silent with it. Only a trainer that died while its start lived on may have died of its job. Of one that
 * stands alone nothing is known, so its try counts. A lease must have run out before this is asked: until then the living have not beaten
 * again. Ten seconds are more than the ends of one service lie apart, and less than what passes before a job is taken again.
 */
export const lostWithService = sql`exists (
  select from node t left join node s on s.id = t.start_id
  where t.id = j.holder and (t.ended_at is not null or s.beat_at <= t.beat_at + interval '10 s'))`;
