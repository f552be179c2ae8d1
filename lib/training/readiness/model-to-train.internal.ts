import type { Ctx } from "#lib/access/context.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { DEFAULT_TRAINING } from "#lib/contract/models/models.ts";
import { teachesJudge } from "#lib/datasets/readiness/teaches-judge.ts";
import { BUNDLED_MODEL } from "#lib/models/base-models/base-models.ts";
import { type ModelRow, noSuchModel, toModelRow } from "#lib/models/open-model.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** What is to be trained; the id is null where that is a new model. */
export type ModelToTrain = { id: string | null } & Pick<ModelRow, "baseModel" | "training">;

const NEW_MODEL: ModelToTrain = { id: null, baseModel: BUNDLED_MODEL, training: DEFAULT_TRAINING };

/** The model of the id; else the one that last learned from the dataset, or from another one of its queues, or the newest of the project that is no judge. */
export async function modelToTrain(
  { db, project }: Pick<Ctx, "db" | "project">,
  { dataset, modelId }: { dataset: Dataset; modelId?: string | undefined },
): Promise<ModelToTrain> {
  const own = { projectId: project.id, deletedAt: null };
  if (modelId !== undefined) {
    const model = await db.prisma.model.findFirst({ where: { ...own, id: modelId } });
    if (!model) throw noSuchModel(modelId);
    return toModelRow(model);
  }
  const job = await db.prisma.trainingJob.findFirst({
    where: {
      projectId: project.id,
      datasetRef: { in: refsOf(project.path, dataset) },
      model: { deletedAt: null },
    },
    orderBy: { createdAt: "desc" },
    select: { model: true },
  });
  if (job) return toModelRow(job.model);
  // A judge does not answer like the model that it judges, so it gets a model of its own.
  if (teachesJudge(dataset.recipe)) return NEW_MODEL;
  const noJudge = await judges({ db, project });
  const taught = (await taughtByQueues({ db, project }, dataset)).find((id) => !noJudge.includes(id));
  const newest = await db.prisma.model.findFirst({
    where: { ...own, id: taught ?? { notIn: noJudge } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return newest ? toModelRow(newest) : NEW_MODEL;
}

/** As jobs name the versions that there are. */
function refsOf(path: string, { name, latestVersion }: Dataset): string[] {
  const count = (latestVersion?.number ?? -1) + 1;
  return Array.from({ length: count }, (_, number) => `weave:///${path}/object/${name}:v${number}`);
}

/** Models that learned from a dataset of one of the same queues, the last one first. */
async function taughtByQueues(
  { db, project }: Pick<Ctx, "db" | "project">,
  { recipe: { sources } }: Dataset,
): Promise<string[]> {
  const queues = sources.flatMap((source) => (source.kind === "queue" ? [source.queueId] : []));
  if (queues.length === 0) return [];
  const rows = await db.query(sql`
    select ${columns(of("training_job j", "modelId"))} from training_job j
    join model m on m.id = j.model_id and m.deleted_at is null
    join dataset d on d.project_id = j.project_id
      and starts_with(j.dataset_ref, 'weave:///' || ${project.path} || '/object/' || d.name || ':v')
    where j.project_id = ${project.id} and exists (
      select from json_array_elements(d.recipe -> 'sources') s where s ->> 'queue_id' = any(${queues}))
    order by j.created_at desc`);
  return rows.map(({ modelId }) => modelId);
}

/** Models that a job has taught to judge. */
async function judges({ db, project }: Pick<Ctx, "db" | "project">): Promise<string[]> {
  const rows = await db.query(sql`
    select distinct ${columns(of("training_job j", "modelId"))} from training_job j
    join dataset d on d.project_id = j.project_id
      and starts_with(j.dataset_ref, 'weave:///' || ${project.path} || '/object/' || d.name || ':v')
    where j.project_id = ${project.id} and exists (
      select from json_array_elements(d.recipe -> 'sources') s where s ->> 'use' = 'judge')`);
  return rows.map(({ modelId }) => modelId);
}
