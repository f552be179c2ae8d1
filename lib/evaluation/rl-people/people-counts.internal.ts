import { IS_WORK_RETRACTED } from "#lib/annotation/evidence/retracted.ts";
import { int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** Whether an answer (as `t`) of a run (as `n`) has as many answers of people as it needs, of which none is retracted. */
const IS_ANSWERED = sql`(t.settled_by = 'people' or t.settled_by is null and (
  select count(*) from queue_item i
  join item_progress p on p.project_id = i.project_id and p.item_id = i.id and p.state = 'completed'
  where i.project_id = t.project_id and i.call_id = t.call_id and i.queue_id = n.human ->> 'queue_id'
    and i.deleted_at is null and not ${IS_WORK_RETRACTED}) >= coalesce((n.human ->> 'min_answers')::int, 1))`;

/** How many of the answers that people were asked about there are, and how many they have decided. */
export const PEOPLE_COUNTS = {
  parked: int(sql`count(*) filter (where t.call_id is not null)`),
  answered: int(sql`count(*) filter (where t.call_id is not null and ${IS_ANSWERED})`),
};
