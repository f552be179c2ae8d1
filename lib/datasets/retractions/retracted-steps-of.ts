import type { Ctx } from "#lib/access/context.ts";
import { jobsOfVersions } from "#lib/datasets/lineage/lineage-links.internal.ts";
import { retractedInVersions } from "#lib/datasets/retracted-in-versions.ts";
import { columns, of, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { deadStepsOf } from "./dead-steps-of.ts";

/** A project of a job need not be one that somebody named. */
type Place = { db: Ctx["db"]; project: Pick<Ctx["project"], "id" | "path"> };

const ID = columns({ id: text(sql`t.id`) });
const STEP = columns(of("checkpoint c", "step"));

/** The steps of a model, on the way or not, that learned from something that is retracted, or came from one that did. */
export async function retractedStepsOf(place: Place, modelId: string): Promise<ReadonlySet<number>> {
  if (!(await hasRetractions(place))) return new Set();
  const { db, project } = place;
  const retracted = await retractedInVersions(place, await versionsBehind(place, modelId));
  const versionIds = [...retracted].flatMap(([id, { train }]) => (train > 0 ? [id] : []));
  if (versionIds.length === 0) return new Set();
  const found = await db.query(sql`
    with recursive made as (
      select c.id from (${jobsOfVersions(project)}) p
      join checkpoint c on c.project_id = ${project.id} and c.job_id = p.to_id
      where p.from_id = any(${versionIds}::text[])
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

/** Most projects have none, and then nothing is looked for. */
export async function hasRetractions({ db, project }: Place): Promise<boolean> {
  return (await db.prisma.retraction.count({ where: { projectId: project.id, liftedAt: null } })) > 0;
}

/** All versions that jobs read by which any checkpoint of the model came about. */
async function versionsBehind({ db, project }: Place, modelId: string): Promise<string[]> {
  const found = await db.query(sql`
    with recursive line as (
      select c.id, c.parent_id, c.job_id from checkpoint c
      where c.project_id = ${project.id} and c.model_id = ${modelId} and c.deleted_at is null
      union
      select c.id, c.parent_id, c.job_id
      from line l
      left join training_job j on j.project_id = ${project.id} and j.id = l.job_id
      join checkpoint c on c.project_id = ${project.id} and c.id in (l.parent_id, j.start_checkpoint_id))
    select distinct ${ID} from (
      select p.from_id as id from (${jobsOfVersions(project)}) p where p.to_id in (select l.job_id from line l)) t`);
  return found.map(({ id }) => id);
}

/** The newest step of the model that a job can start from, that learned from nothing that is retracted and whose job learned something; null where there is none. */
export async function cleanStepOf(place: Place, modelId: string): Promise<number | null> {
  const retracted = await retractedStepsOf(place, modelId);
  const dead = await deadStepsOf(place, modelId);
  return (await usableSteps(place, modelId)).find((step) => !retracted.has(step) && !dead.has(step)) ?? null;
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
