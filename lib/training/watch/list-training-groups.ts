import type { AccountCtx } from "#lib/access/context.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { listTrainingGroups as contract, JobGroup } from "#lib/contract/training/training-queue.ts";
import { columns, float, int, orNull, text, time } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { stepsOfFigure } from "#lib/training/steps-of-figure.ts";

const MAX_GROUPS = 200;

const GROUP = columns({
  group: text(sql`group_name`),
  jobCount: int(sql`count(*)`),
  unendedCount: int(sql`count(*) filter (where ended_at is null)`),
  completedCount: int(sql`count(*) filter (where state = 'completed')`),
  kind: text<JobGroup["kind"]>(sql`min(kind)`),
  metric: text<JobGroup["metric"]>(sql`min(metric)`),
  mean: orNull(float(sql`avg(value)`)),
  best: orNull(float(sql`case min(kind) when 'rl' then max(value) else min(value) end`)),
  bestJobId: orNull(
    text(
      sql`(array_agg(id order by case kind when 'rl' then -value else value end) filter (where value is not null))[1]`,
    ),
  ),
  lastCreatedAt: time(sql`max(last)`),
});

export async function listTrainingGroups(
  { db, actor }: AccountCtx,
  { projectId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const project = await requireProject(db, actor, { path: projectId, permission: "training:read" });
  const data = await db.query(
    sql`
      with newest as (
        select group_name, max(created_at) as last from training_job
        where project_id = ${project.id} and group_name is not null
        group by group_name order by last desc limit ${MAX_GROUPS}),
      job as (
        select j.group_name, j.id, j.kind, j.state, j.ended_at, n.last, case j.kind when 'rl' then 'reward' else 'loss' end as metric, case
          when j.state = 'completed' then (
            select avg(m.last) from training_metric m
            where m.job_id = j.id and m.tier = 0 and m.name = case j.kind when 'rl' then 'reward' else 'loss' end
              and m.span >= j.step - ${stepsOfFigure(sql`j.step`)}) end as value
        from newest n
        join training_job j on j.project_id = ${project.id} and j.group_name = n.group_name)
      select ${GROUP}
      from job group by group_name order by max(last) desc, group_name`,
    "list-training-groups",
  );
  return { data };
}
