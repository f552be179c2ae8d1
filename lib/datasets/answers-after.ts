import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** The queues that the recipe of a dataset (as `d`) takes answers of. */
export const QUEUES: Sql = sql`select s ->> 'queue_id' from json_array_elements(d.recipe -> 'sources') s where s ->> 'kind' = 'queue'`;

/** Answers (as `a`) in those queues, given after a moment, that a build would look at: about what runs ask only where the recipe takes it. */
export function answersAfter(moment: Sql): Sql {
  return sql`
    item_progress a
    where a.project_id = d.project_id and a.queue_id in (${QUEUES}) and a.state = 'completed' and a.finished_at > ${moment}
      and not exists (
        select from queue_item i
        where i.project_id = a.project_id and i.id = a.item_id and i.asked_by is not null
          and i.queue_id not in (${QUEUES} and s ->> 'takes_run_items' = 'true'))`;
}
