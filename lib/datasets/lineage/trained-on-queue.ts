import type { Ctx } from "#lib/access/context.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { readRecipe } from "#lib/datasets/version-records.internal.ts";
import { columns, field, int, json, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** What a job learned from. */
export type TrainedOnQueue = {
  jobId: string;
  modelId: string;
  startCheckpointId: string | null;
  datasetId: string;
  datasetVersion: number;
  recipe: Recipe;
  /** What the version has to train on. */
  rows: number;
};

const TRAINED = columns({
  jobId: field("training_job j", "id"),
  ...of("training_job j", "modelId", "startCheckpointId"),
  ...of("dataset_version v", "datasetId"),
  recipe: json(sql`v.recipe`),
  datasetVersion: field("dataset_version v", "number"),
  rows: int(sql`(v.counts ->> 'train')::int`),
});

/** The newest completed supervised job whose rows teach labels of the queue, and not how to judge; null where there is none, or nothing is left of what it made. */
export async function trainedOnQueue(
  { db, project }: Pick<Ctx, "db" | "project">,
  queueId: string,
): Promise<TrainedOnQueue | null> {
  const [found] = await db.query(sql`
    select ${TRAINED}
    from dataset_version v
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    join training_job j on j.project_id = v.project_id and j.dataset_ref = 'weave:///' || ${project.path} || '/object/' || d.name || ':v' || v.number
    join model m on m.project_id = j.project_id and m.id = j.model_id and m.deleted_at is null
    where v.project_id = ${project.id} and j.state = 'completed' and j.kind = 'sft'
      and exists (
        select from json_array_elements(v.recipe -> 'sources') s
        where s ->> 'kind' = 'queue' and s ->> 'queue_id' = ${queueId} and s ->> 'use' = 'labels')
      and exists (
        select from checkpoint c
        where c.project_id = j.project_id and c.job_id = j.id and not c.is_interim and c.deleted_at is null and c.corrupt_at is null)
    order by j.ended_at desc limit 1`);
  return found ? { ...found, recipe: readRecipe(found.recipe) } : null;
}
