import type { Ctx } from "#lib/access/context.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import { affectedRows, inForceIn } from "#lib/datasets/affected-rows.internal.ts";
import { versionsOfJobs } from "#lib/datasets/lineage/read-by-jobs.internal.ts";
import { narrowedTo, readVersions } from "#lib/datasets/versions-read.internal.ts";
import { columns, field, int, json, text, time } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { retractedRewardsOf } from "./retracted-rewards-of.internal.ts";
import { cleanStepOf, retractingProjects } from "./retracted-steps-of.ts";

type Place = { db: Ctx["db"]; project: Pick<Ctx["project"], "id" | "path"> };
type Learner = { modelId: string; step: number };

const MAX_LISTED = 100;

/** Of each step of a model: what it, or a checkpoint that it came from, was trained on and what of that is retracted. Steps of which nothing is are left out. */
export async function retractedRowsOf(
  place: Place,
  learners: readonly Learner[],
): Promise<(learner: Learner) => RetractedRows | null> {
  const found = new Map<string, RetractedRows>();
  const cleanSteps = new Map<string, number | null>();
  const retracting = await retractingProjects(place);
  if (retracting.length > 0)
    for (const learner of learners) {
      if (found.has(keyOf(learner))) continue;
      const counted = await countedOf(place, await jobsBehind(place, learner), retracting);
      if (!counted) continue;
      const { modelId } = learner;
      const cleanStep = cleanSteps.get(modelId) ?? (await cleanStepOf(place, modelId));
      cleanSteps.set(modelId, cleanStep);
      found.set(keyOf(learner), { ...counted, cleanStep });
    }
  return (learner) => found.get(keyOf(learner)) ?? null;
}

/** The same of what a job reads, whether it has made a checkpoint or not. */
export async function retractedRowsOfJob(
  place: Place,
  { jobId, modelId }: { jobId: string; modelId: string },
): Promise<RetractedRows | null> {
  const retracting = await retractingProjects(place);
  if (retracting.length === 0) return null;
  const counted = await countedOf(place, [jobId], retracting);
  return counted && { ...counted, cleanStep: await cleanStepOf(place, modelId) };
}

function keyOf({ modelId, step }: Learner): string {
  return `${modelId} ${step}`;
}

type Learned = { id: string; projectId: string; learnedAt: Date };
type CountedRows = Omit<RetractedRows, "cleanStep" | "rewards">;
type Counted = Omit<RetractedRows, "cleanStep">;

/** Null where none of the rows and rewards that these jobs learned from is retracted. Rows of several projects are different ones, whatever they say. */
async function countedOf(
  { db, project: own }: Place,
  jobIds: readonly string[],
  retracting: readonly string[],
): Promise<Counted | null> {
  const all: CountedRows = { rows: 0, totalRows: 0, already: 0, versions: [] };
  const learned = await learnedVersions({ db, project: own }, jobIds);
  for (const [projectId, versions] of Map.groupBy(learned, (one) => one.projectId)) {
    const isRetracting = retracting.includes(projectId);
    const counted = await countedIn({ db, project: { id: projectId } }, versions, isRetracting);
    all.rows += counted.rows;
    all.totalRows += counted.totalRows;
    all.already += counted.already;
    all.versions.push(...counted.versions);
  }
  const rewards = await retractedRewardsOf({ db, project: own }, jobIds);
  if (all.rows + rewards.replies === 0) return null;
  return { ...all, versions: all.versions.slice(0, MAX_LISTED), rewards };
}

/** The same of the versions of one project; where it has no retraction, only how many rows there are. */
async function countedIn(
  { db, project }: { db: Ctx["db"]; project: { id: string } },
  learned: readonly Learned[],
  isRetracting: boolean,
): Promise<CountedRows> {
  const versionIds = learned.map(({ id }) => id);
  const read = isRetracting ? await readVersions({ db, project }, versionIds) : [];
  const [counted] = await db.query(sql`
    with recursive ${affectedRows(project.id, { retractions: inForceIn(project.id), narrow: narrowedTo(read) })},
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
  if (!counted) throw new Error("A count without a grouping has one row");
  return counted;
}

const COUNTED = (projectId: string) =>
  columns({
    rows: int(sql`select count(distinct l.row_digest) from learned l where l.is_retracted`),
    totalRows: int(sql`select count(distinct l.row_digest) from learned l`),
    already: int(sql`select count(distinct l.row_digest) from learned l where l.is_already`),
    versions: json<RetractedRows["versions"]>(sql`
      select coalesce(json_agg(json_build_object('projectId', t.path, 'datasetId', t.id, 'name', t.name, 'number', t.number, 'rows', t.rows)
        order by t.name, t.number desc), '[]')
      from (
        select p.entity_name || '/' || p.name as path, d.id, d.name, v.number, t.rows from touched t
        join dataset_version v on v.project_id = ${projectId} and v.id = t.version_id
        join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
        join project p on p.id = d.project_id
        order by d.name, v.number desc limit ${MAX_LISTED}) t`),
  });

const LEARNED = columns({
  id: text(sql`p.version_id`),
  projectId: text(sql`p.project_id`),
  learnedAt: time(sql`max(j.created_at)`),
});

/** The versions that jobs read, with when the last such job of each was asked for. */
function learnedVersions(
  { db, project: { id } }: { db: Ctx["db"]; project: { id: string } },
  jobIds: readonly string[],
): Promise<Learned[]> {
  return db.query(sql`
    select ${LEARNED} from (${versionsOfJobs(id, sql`select unnest(${[...jobIds]}::text[])`)}) p
    join training_job j on j.project_id = ${id} and j.id = p.job_id
    group by p.project_id, p.version_id`);
}

const JOB = columns({ id: field("training_job j", "id") });

/** The jobs by which the checkpoint came about, from the base on. */
async function jobsBehind({ db, project }: Place, { modelId, step }: Learner): Promise<string[]> {
  const found = await db.query(sql`
    with recursive line as (
      select c.id, c.parent_id, c.job_id from checkpoint c
      where c.project_id = ${project.id} and c.model_id = ${modelId} and c.step = ${step}::int
      union
      select c.id, c.parent_id, c.job_id
      from line l
      left join training_job j on j.project_id = ${project.id} and j.id = l.job_id
      join checkpoint c on c.project_id = ${project.id} and c.id in (l.parent_id, j.start_checkpoint_id))
    select distinct ${JOB} from line l join training_job j on j.project_id = ${project.id} and j.id = l.job_id`);
  return found.map(({ id }) => id);
}
