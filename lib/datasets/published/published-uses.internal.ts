import type { Ctx } from "#lib/access/context.ts";
import type { PublishedUse } from "#lib/contract/datasets/published-datasets.ts";
import { columns, int, text, time } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

const MAX_USES = 100;

const USE = columns({
  kind: text<PublishedUse["kind"]>(sql`u.kind`),
  id: text(sql`u.id`),
  name: text(sql`u.name`),
  number: int(sql`u.number`),
  createdAt: time(sql`u.created_at`),
});

/** What was made in this project of the versions of a published dataset, newest first. A dataset knows what it took by the evidence of its rows. */
export function publishedUses(
  { db, project }: Pick<Ctx, "db" | "project">,
  name: string,
): Promise<PublishedUse[]> {
  return db.query(sql`
    with published as (
      select o.digest, o.version_index as number from object_version o
      where o.project_id = ${project.id} and o.object_id = ${name} and o.deleted_at is null),
    made as (
      select distinct v.id, v.dataset_id, d.name, v.number as version, p.number, v.created_at
      from published p
      join dataset_evidence e on e.project_id = ${project.id} and e.evidence_id = p.digest and e.kind = 'version'
      join dataset_version v on v.project_id = e.project_id and v.id = e.version_id
      join dataset d on d.project_id = v.project_id and d.id = v.dataset_id),
    uses as (
      select 'job' as kind, j.id, m.name, p.number, j.created_at
      from published p
      join training_job j on j.project_id = ${project.id} and j.dataset_ref = 'weave:///' || ${project.path} || '/object/' || ${name} || ':v' || p.number
      join model m on m.project_id = j.project_id and m.id = j.model_id
      union all
      select 'dataset', m.dataset_id, m.name || ', v' || m.version, m.number, m.created_at from made m
      union all
      select 'evaluation', e.id, e.name, m.number, max(r.created_at)
      from made m
      join evaluation_run r on r.project_id = ${project.id} and r.version_id = m.id
      join evaluation e on e.project_id = r.project_id and e.id = r.evaluation_id
      group by e.id, e.name, m.number)
    select ${USE} from uses u order by u.created_at desc, u.id limit ${MAX_USES}`);
}
