import type { Project } from "#lib/access/context.ts";
import type { Model } from "#lib/contract/models/models.ts";
import type { ModelRow } from "#lib/models/open-model.ts";

/** A model as the wire shows it. */
export function toModel(row: ModelRow, { entity, name: project }: Pick<Project, "entity" | "name">): Model {
  const { id, name, baseModel, baseParameters, training, createdAt, createdBy } = row;
  return {
    id,
    entity,
    project,
    name,
    baseModel,
    baseParameters,
    runId: null,
    training,
    createdAt,
    createdBy,
  };
}
