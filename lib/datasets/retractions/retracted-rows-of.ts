import type { Ctx } from "#lib/access/context.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import { affectedRows } from "#lib/datasets/affected-rows.internal.ts";
import { jobsOfVersions } from "#lib/datasets/lineage/lineage-links.internal.ts";
import { narrowedTo, readVersions } from "#lib/datasets/versions-read.internal.ts";
import { columns, int, json, text, time } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { cleanStepOf, hasRetractions } from "./retracted-steps-of.ts";

type Place = Pick<Ctx, "db" | "project">;
type Learner = { modelId: string; step: number };

const MAX_LISTED = 100;

/** Of each step of a model: what it, or a checkpoint that it came from, was trained on and what of that is retracted. Steps of which nothing is are left out. */
export async function retractedRowsOf(
  place: Place,
  learners: readonly Learner[],
): Promise<(learner: Learner) => RetractedRows | null> {
  const found = new Map<string, RetractedRows>();
  const cleanSteps = new Map<string, number | null>();
  if (await hasRetractions(place))
    for (const learner of learners) {
      const counted = found.has(keyOf(learner)) ? null : await countedOf(place, learner);
      if (!counted || counted.rows === 0) continue;
      const { modelId } = learner;
      const cleanStep = cleanSteps.get(modelId) ?? (await cleanStepOf(place, modelId));
      cleanSteps.set(modelId, cleanStep);
      found.set(keyOf(learner), { ...counted, cleanStep });
    }
  return (learner) => found.get(keyOf(learner)) ?? null;
}

function keyOf({ modelId, step }: Learner): string {
  return `${modelId} ${step}`;
}

async function countedOf(place: Place, learner: Learner) {
  const { db, project } = place;
  const learned = await learnedVersions(place, learner);
  const versionIds = learned.map(({ id }) => id);
  if (versionIds.length === 0) return null;
  const read = await readVersions(place, versionIds);
  const retractions = sql`
    select r.annotator_user_id, r.item_ids, r.feedback_ids, r.since, r.until, r.in_force_since
    from retraction r where r.project_id = ${project.id} and r.lifted_at is null`;
  const [counted] = await db.query(sql`
    with recursive ${affectedRows(project.id, { retractions, narrow: narrowedTo(read) })},
    learned as materialized (
      select o.version_id, o.row_digest, a.since is not null as is_retracted, a.since <= u.learned_at as is_already
      from unnest(${versionIds}::text[], ${learned.map(({ learnedAt }) => learnedAt)}::timestamptz[]) as u (version_id, learned_at)
      join dataset_row o on o.project_id = ${project.id} and o.version_id = u.version_id and not o.is_held_out
      join dataset_version v on v.project_id = o.project_id and v.id = o.version_id
      cross join lateral (
        select min(a.in_force_since) as since from affected a
        where a.version_id = o.version_id and a.position = o.position and a.in_force_since >= coalesce(v.read_at, v.as_of)) a),
    touched as (
      select l.version_id, count(*) as rows from learned l where l.is_retracted group by l.version_id)
    select ${COUNTED(project.id)}`);
  return counted;
}

const COUNTED = (projectId: string) =>
  columns({
    rows: int(sql`select count(distinct l.row_digest) from learned l where l.is_retracted`),
    totalRows: int(sql`select count(distinct l.row_digest) from learned l`),
    already: int(sql`select count(distinct l.row_digest) from learned l where l.is_already`),
    versions: json<RetractedRows["versions"]>(sql`
      select coalesce(json_agg(json_build_object('datasetId', t.id, 'name', t.name, 'number', t.number, 'rows', t.rows)
        order by t.name, t.number desc), '[]')
      from (
        select d.id, d.name, v.number, t.rows from touched t
        join dataset_version v on v.project_id = ${projectId} and v.id = t.version_id
        join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
        order by d.name, v.number desc limit ${MAX_LISTED}) t`),
  });

const LEARNED = columns({ id: text(sql`p.from_id`), learnedAt: time(sql`max(j.created_at)`) });

/** The versions that the jobs read by which the checkpoint came about, from the base on, with when the last such job of each was asked for. */
function learnedVersions({ db, project }: Place, { modelId, step }: Learner) {
  return db.query(sql`
    with recursive line as (
      select c.id, c.parent_id, c.job_id from checkpoint c
      where c.project_id = ${project.id} and c.model_id = ${modelId} and c.step = ${step}::int
      union
      select c.id, c.parent_id, c.job_id
      from line l
      left join training_job j on j.project_id = ${project.id} and j.id = l.job_id
      join checkpoint c on c.project_id = ${project.id} and c.id in (l.parent_id, j.start_checkpoint_id))
    select ${LEARNED} from (${jobsOfVersions(project)}) p
    join training_job j on j.project_id = ${project.id} and j.id = p.to_id
    where p.to_id in (select l.job_id from line l)
    group by p.from_id`);
}
