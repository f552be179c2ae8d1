import type { Ctx } from "#lib/access/context.ts";
import type { LineageDirection, LineageKind } from "#lib/contract/datasets/lineage.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** From a cause to what was made of it, as pairs of ids. */
export type Link = { from: string; to: string };
type Pairs = { fromKind: LineageKind; toKind: LineageKind; pairs: (project: Ctx["project"]) => Sql };

/** What versions, rounds, jobs and checkpoints lead to, each as all pairs `(from_id, to_id)` of a project, of which one side is then asked for. */
export const LINKS: readonly Pairs[] = [
  { fromKind: "version", toKind: "version", pairs: versionsOfVersions },
  { fromKind: "version", toKind: "job", pairs: jobsOfVersions },
  {
    fromKind: "rl_round",
    toKind: "job",
    pairs: ({ id }) => sql`
      select o.run_id || '/' || o.round as from_id, o.job_id as to_id
      from rl_round o where o.project_id = ${id} and o.job_id is not null`,
  },
  {
    fromKind: "version",
    toKind: "run",
    pairs: ({ id }) =>
      sql`select r.version_id as from_id, r.id as to_id from evaluation_run r where r.project_id = ${id}`,
  },
  {
    fromKind: "job",
    toKind: "checkpoint",
    pairs: ({ id }) =>
      sql`select c.job_id as from_id, c.id as to_id from checkpoint c where c.project_id = ${id}`,
  },
  { fromKind: "checkpoint", toKind: "job", pairs: jobsOfCheckpoints },
  {
    fromKind: "checkpoint",
    toKind: "alias",
    pairs: ({ id }) => sql`
      select c.id as from_id, a.model_id || '/' || a.name as to_id
      from checkpoint_alias a join checkpoint c on c.project_id = a.project_id and c.model_id = a.model_id and c.step = a.step
      where a.project_id = ${id}`,
  },
  {
    fromKind: "checkpoint",
    toKind: "run",
    pairs: ({ id }) => sql`
      select c.id as from_id, r.id as to_id
      from evaluation_run r join checkpoint c on c.project_id = r.project_id and c.model_id = r.model_id and c.step = r.step
      where r.project_id = ${id}`,
  },
];

/** Jobs by the versions whose rows they train on; those of reinforcement belong to the run that asked the version's prompts. */
export function jobsOfVersions({ id, path }: Pick<Ctx["project"], "id" | "path">): Sql {
  return sql`
    select v.id as from_id, j.id as to_id
    from dataset_version v
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    join training_job j on j.project_id = v.project_id and j.dataset_ref = 'weave:///' || ${path} || '/object/' || d.name || ':v' || v.number
    where v.project_id = ${id}
    union all
    select r.version_id as from_id, n.job_id as to_id
    from rl_run r join rl_round n on n.project_id = r.project_id and n.run_id = r.id
    where r.project_id = ${id} and n.job_id is not null`;
}

/** Jobs by the checkpoints that they start from. Where a job does not say it, what it made does. */
function jobsOfCheckpoints({ id }: Ctx["project"]): Sql {
  return sql`
    select j.start_checkpoint_id as from_id, j.id as to_id from training_job j
    where j.project_id = ${id} and j.start_checkpoint_id is not null
    union
    select c.parent_id as from_id, c.job_id as to_id from checkpoint c
    where c.project_id = ${id} and c.parent_id is not null and c.job_id is not null`;
}

function versionsOfVersions({ id }: Ctx["project"]): Sql {
  return sql`
    select v.id as from_id, taken.version_id as to_id
    from dataset_version v
    cross join lateral (
      select distinct e.version_id from dataset_evidence e
      where e.project_id = v.project_id and e.evidence_id = v.object_digest and e.kind = 'version') taken
    where v.project_id = ${id}`;
}

/** What the ids of a kind lead to in one direction, by one of `LINKS`. */
export function linksOf(
  { db, project }: Pick<Ctx, "db" | "project">,
  { pairs }: Pairs,
  { direction, ids }: { direction: LineageDirection; ids: readonly string[] },
): Promise<Link[]> {
  const side = direction === "down" ? sql`l.from_id` : sql`l.to_id`;
  return db.query(sql`
    select ${LINK} from (${pairs(project)}) l
    where l.from_id is not null and ${side} = any(${[...ids]}::text[]) order by l.from_id, l.to_id`);
}

const LINK = columns({ from: text(sql`l.from_id`), to: text(sql`l.to_id`) });
