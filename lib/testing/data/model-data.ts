import * as contract from "#lib/contract/models/models.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";

/** A person of a project and a model there. */
export type ModelPlace = { project: TestProject; caller: Caller; model: contract.Model };
type JobPlace = { project: TestProject; model: Pick<contract.Model, "id"> };

/** A model of a new project, with an engineer there who made it. */
export async function aModel(
  api: Harness,
  options: { name?: string; training?: contract.Training } = {},
): Promise<ModelPlace> {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  return { project, caller, model: await aModelIn(api, { project, caller }, options) };
}

export function aModelIn(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
  { name = `model-${newId()}`, training }: { name?: string; training?: contract.Training } = {},
): Promise<contract.Model> {
  const { entity, name: projectName } = project;
  const place = { entity, project: projectName, name, baseModel: "spindle-mini", returnExisting: false };
  return api.call(byBearer(caller), contract.createModel, { ...place, ...(training ? { training } : {}) });
}

/** The same person with the key as a bearer token, as the training group asks for it. */
export function byBearer(caller: Caller): Caller {
  const isBasic = caller.headers.authorization?.startsWith("Basic ");
  return isBasic ? { ...caller, headers: bearerHeaders(caller.headers) } : caller;
}

/** Writes rows of checkpoints without files, as finished jobs would leave them. */
export async function someCheckpoints(
  api: Harness,
  { model, project }: JobPlace,
  steps: readonly number[],
): Promise<string[]> {
  const ids = steps.map(() => newId());
  await api.db.prisma.checkpoint.createMany({
    data: steps.map((step, at) => ({
      id: ids[at] ?? "",
      projectId: project.id,
      modelId: model.id,
      step,
      metrics: { reward: step / 10 },
    })),
  });
  return ids;
}

/** A job of a model in a given state, as it stands in its table. */
export async function aJobIn(
  api: Harness,
  { model, project }: JobPlace,
  {
    state = "running",
    source = "rows",
    config = {},
  }: { state?: string; source?: string; config?: object } = {},
): Promise<string> {
  const id = newId();
  await api.db.query(sql`
    insert into training_job (id, project_id, model_id, kind, state, source, config, created_by)
    values (${id}, ${project.id}, ${model.id}, 'sft', ${state}, ${source}, ${JSON.stringify(config)}::json, 'test')`);
  return id;
}
