import type { Ctx } from "#lib/access/context.ts";
import { jobsThatRead, versionsOfJobs } from "#lib/datasets/lineage/read-by-jobs.internal.ts";
import { retractedInVersions } from "#lib/datasets/retracted-in-versions.ts";
import { columns, of, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { deadStepsOf } from "./dead-steps-of.ts";
import { fallenStepsOf } from "./fallen-steps-of.ts";
import { jobsOfRetractedRewards } from "./retracted-rewards-of.internal.ts";

/** A project of a job need not be one that somebody named. */
type Place = { db: Ctx["db"]; project: Pick<Ctx["project"], "id" | "path"> };

const ID = columns({ id: text(sql`l.id`) });
const VERSION = columns({ id: text(sql`t.version_id`), projectId: text(sql`t.project_id`) });
const STEP = columns(of("checkpoint c", "step"));

/** The steps of a model, on the way or not, that learned from something that is retracted, or came from one that did. */
export async function retractedStepsOf(place: Place, modelId: string): Promise<ReadonlySet<number>> {
  if ((await retractingProjects(place)).length === 0) return new Set();
  const { db, project } = place;
  const versionIds = await retractedVersionsOf(place, modelId);
  const jobIds = await jobsOfRetractedRewards(place);
  if (versionIds.length + jobIds.length === 0) return new Set();
  const found = await db.query(sql`
    with recursive made as (
      select c.id from (${jobsThatRead(project.id, versionIds)} union all select unnest(${jobIds}::text[])) p
      join checkpoint c on c.project_id = ${project.id} and c.job_id = p.job_id
      union
      select c.id from made m
      cross join lateral (
        select c.id from checkpoint c where c.project_id = ${project.id} and c.parent_id = m.id
        union all
        select c.id from training_job j
        join checkpoint c on c.project_id = j.project_id and c.job_id = j.id
        where j.project_id = ${project.id} and j.start_checkpoint_id = m.id) c)
    select ${STEP} from made m
    join checkpoint c on c.project_id = ${project.id} and c.id = m.id
    where c.model_id = ${modelId} and c.deleted_at is null`);
  return new Set(found.map(({ step }) => step));
}

/** The project itself and those whose versions jobs of it read, of which answers are retracted. Most have none, and then nothing is looked for. */
export async function retractingProjects({ db, project }: Place): Promise<string[]> {
  const own = `weave:///${project.path}/`;
  const found = await db.query(sql`
    select ${ID} from (
      select ${project.id}::text as id
      union
      select p.id from (
        select distinct split_part(j.dataset_ref, '/', 4) as entity, split_part(j.dataset_ref, '/', 5) as name from training_job j
        where j.project_id = ${project.id} and j.dataset_ref is not null and not starts_with(j.dataset_ref, ${own})
          and exists (select from retraction r where r.project_id <> ${project.id} and r.lifted_at is null)) t
      join project p on p.entity_name = t.entity and p.name = t.name) l
    where exists (select from retraction r where r.project_id = l.id and r.lifted_at is null)`);
  return found.map(({ id }) => id);
}

/** Versions that have rows to train on that are retracted, of all by which any checkpoint of the model came about. */
async function retractedVersionsOf(place: Place, modelId: string): Promise<string[]> {
  const read = Map.groupBy(await versionsBehind(place, modelId), ({ projectId }) => projectId);
  const found: string[] = [];
  for (const [id, versions] of read) {
    const ids = versions.map((one) => one.id);
    const retracted = await retractedInVersions({ db: place.db, project: { id } }, ids);
    found.push(...[...retracted].flatMap(([versionId, { train }]) => (train > 0 ? [versionId] : [])));
  }
  return found;
}

/** All versions that jobs read by which any checkpoint of the model came about. */
function versionsBehind({ db, project }: Place, modelId: string) {
  return db.query(sql`
    with recursive line as (
      select c.id, c.parent_id, c.job_id from checkpoint c
      where c.project_id = ${project.id} and c.model_id = ${modelId} and c.deleted_at is null
      union
      select c.id, c.parent_id, c.job_id
      from line l
      left join training_job j on j.project_id = ${project.id} and j.id = l.job_id
      join checkpoint c on c.project_id = ${project.id} and c.id in (l.parent_id, j.start_checkpoint_id))
    select distinct ${VERSION} from (${versionsOfJobs(project.id, sql`select l.job_id from line l`)}) t`);
}

/** The newest step of the model that a job can start from, that learned from nothing that is retracted, whose job learned something, and that no guard of a run rejected; null where there is none. */
export async function cleanStepOf(place: Place, modelId: string): Promise<number | null> {
  const retracted = await retractedStepsOf(place, modelId);
  const dead = await deadStepsOf(place, modelId);
  const fallen = new Set((await fallenStepsOf(place, modelId)).map(({ step }) => step));
  const isFit = (step: number) => !retracted.has(step) && !dead.has(step) && !fallen.has(step);
  return (await usableSteps(place, modelId)).find(isFit) ?? null;
}

/** The steps that a job can start from, the newest first. What jobs leave on the way is taken by its step alone. */
export async function usableSteps({ db, project }: Place, modelId: string): Promise<number[]> {
  const usable = await db.prisma.checkpoint.findMany({
    where: { projectId: project.id, modelId, deletedAt: null, corruptAt: null, isInterim: false },
    orderBy: { step: "desc" },
    select: { step: true },
  });
  return usable.map(({ step }) => step);
}
