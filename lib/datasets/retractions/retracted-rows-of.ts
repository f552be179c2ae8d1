import type { Ctx } from "#lib/access/context.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import { affectedRows } from "#lib/datasets/affected-rows.internal.ts";
import { jobsOfVersions } from "#lib/datasets/lineage/lineage-links.internal.ts";
import { narrowedTo, readVersions } from "#lib/datasets/versions-read.internal.ts";
import { columns, int, json, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Place = Pick<Ctx, "db" | "project">;
type Learner = { modelId: string; step: number };

const MAX_LISTED = 100;

/** Of each step of a model: what it, or a checkpoint that it came from, was trained on and what of that is retracted. Steps of which nothing is are left out. */
export async function retractedRowsOf(
  place: Place,
  learners: readonly Learner[],
): Promise<(learner: Learner) => RetractedRows | null> {
  const found = new Map<string, RetractedRows>();
  if (await hasRetractions(place))
    for (const learner of learners) {
      const rows = found.has(keyOf(learner)) ? null : await retractedOf(place, learner);
      if (rows) found.set(keyOf(learner), rows);
    }
  return (learner) => found.get(keyOf(learner)) ?? null;
}

function keyOf({ modelId, step }: Learner): string {
  return `${modelId} ${step}`;
}

/** Most projects have none, and then nothing is looked for. */
async function hasRetractions({ db, project }: Place): Promise<boolean> {
  return (await db.prisma.retraction.count({ where: { projectId: project.id, liftedAt: null } })) > 0;
}

async function retractedOf(place: Place, learner: Learner): Promise<RetractedRows | null> {
  const { db, project } = place;
  const versionIds = await learnedVersions(place, learner);
  if (versionIds.length === 0) return null;
  const read = await readVersions(place, versionIds);
  const retractions = sql`
    select r.annotator_user_id, r.item_ids, r.feedback_ids, r.since, r.until, r.in_force_since
    from retraction r where r.project_id = ${project.id} and r.lifted_at is null`;
  const [counted] = await db.query(sql`
    with recursive ${affectedRows(project.id, { retractions, narrow: narrowedTo(read) })},
    learned as materialized (
      select o.version_id, o.row_digest, exists (
        select from affected a
        where a.version_id = o.version_id and a.position = o.position and a.in_force_since >= coalesce(v.read_at, v.as_of)) as is_retracted
      from dataset_row o
      join dataset_version v on v.project_id = o.project_id and v.id = o.version_id
      where o.project_id = ${project.id} and o.version_id = any(${versionIds}::text[]) and not o.is_held_out),
    touched as (
      select l.version_id, count(*) as rows from learned l where l.is_retracted group by l.version_id)
    select ${COUNTED(project.id)}`);
  return counted && counted.rows > 0 ? counted : null;
}

const COUNTED = (projectId: string) =>
  columns({
    rows: int(sql`select count(distinct l.row_digest) from learned l where l.is_retracted`),
    totalRows: int(sql`select count(distinct l.row_digest) from learned l`),
    versions: json<RetractedRows["versions"]>(sql`
      select coalesce(json_agg(json_build_object('datasetId', t.id, 'name', t.name, 'number', t.number, 'rows', t.rows)
        order by t.name, t.number desc), '[]')
      from (
        select d.id, d.name, v.number, t.rows from touched t
        join dataset_version v on v.project_id = ${projectId} and v.id = t.version_id
        join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
        order by d.name, v.number desc limit ${MAX_LISTED}) t`),
  });

const ID = columns({ id: text(sql`t.id`) });

/** The versions that the jobs read by which the checkpoint came about, from the base on. */
async function learnedVersions({ db, project }: Place, { modelId, step }: Learner): Promise<string[]> {
  const found = await db.query(sql`
    with recursive line as (
      select c.id, c.parent_id, c.job_id from checkpoint c
      where c.project_id = ${project.id} and c.model_id = ${modelId} and c.step = ${step}::int
      union
      select c.id, c.parent_id, c.job_id
      from line l
      left join training_job j on j.project_id = ${project.id} and j.id = l.job_id
      join checkpoint c on c.project_id = ${project.id} and c.id in (l.parent_id, j.start_checkpoint_id))
    select distinct ${ID} from (
      select p.from_id as id from (${jobsOfVersions(project)}) p where p.to_id in (select l.job_id from line l)) t`);
  return found.map(({ id }) => id);
}
