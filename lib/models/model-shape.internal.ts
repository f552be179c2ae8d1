import type { Project } from "#lib/context.ts";
import type { Model } from "#lib/contract/models.ts";
import type { ModelRow } from "./open-model.ts";

/** A model as the wire shows it. */
export function toModel(row: ModelRow, { entity, name: project }: Pick<Project, "entity" | "name">): Model {
  const { id, name, baseModel, training, createdAt, createdBy } = row;
  return { id, entity, project, name, baseModel, runId: null, training, createdAt, createdBy };
}
