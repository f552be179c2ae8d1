import { columns, field, int, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

const FALLEN = columns({
  ...of("checkpoint c", "step"),
  runId: field("rl_run n", "id"),
  runName: field("rl_run n", "name"),
  safeStep: int(sql`coalesce(s.to_step, n.start_step)`),
});
export type FallenStep = RowOf<typeof FALLEN>;

/**
 * The steps of a model, on the way or not, that a reinforcement run made after the last one that its guard found no worse, and before the guard ended it. What was made
 * of them since is not among them: a person or program that named such a step as a start meant it.
 */
export function fallenStepsOf(
  { db, project }: { db: Db; project: { id: string } },
  modelId: string,
): Promise<FallenStep[]> {
  return db.query(sql`
    select ${FALLEN} from rl_run n
    left join lateral (
      select g.round, g.to_step from rl_round g
      where g.project_id = n.project_id and g.run_id = n.id and (g.guard ->> 'value')::float8 >= -(n.guard ->> 'max_drop')::float8
      order by g.round desc limit 1) s on true
    join rl_round o on o.project_id = n.project_id and o.run_id = n.id and o.round > coalesce(s.round, 0)
    join checkpoint c on c.project_id = o.project_id and c.model_id = n.model_id and c.job_id = o.job_id and c.deleted_at is null
    where n.project_id = ${project.id} and n.model_id = ${modelId} and n.ending = 'guard_fell'
    order by c.step`);
}
