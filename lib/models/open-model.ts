import type { AccountCtx, Project } from "#lib/access/context.ts";
import { findProject, requireProject } from "#lib/access/permissions/require-project.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { TrainingMode } from "#lib/contract/models/models.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { NotFound } from "#lib/platform/errors.ts";

/** A registered model that an actor may see. */
export type OpenModel = ModelRow & { readonly project: Project };

/** A registered model as its row says. */
export type ModelRow = {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly baseModel: string;
  /** How many numbers the base model has; null where that is not known. */
  readonly baseParameters: number | null;
  readonly training: ModelTraining;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** Set when it was deleted. */
  readonly deletedAt: Date | null;
};

export type ModelTraining =
  | { readonly mode: "full" }
  | { readonly mode: "lora"; readonly rank: number; readonly alpha: number };

/** The model of this id, once the actor may do `permission` in its project. Unknown, deleted and foreign ones are the same 404. */
export async function openModel(
  ctx: Pick<AccountCtx, "db" | "actor">,
  modelId: string,
  permission: Permission,
): Promise<OpenModel> {
  const model = await openModelOnceThere(ctx, modelId, permission);
  if (model.deletedAt !== null) throw noSuchModel(modelId);
  return model;
}

/** As `openModel`, of a deleted model as well. */
export async function openModelOnceThere(
  { db, actor }: Pick<AccountCtx, "db" | "actor">,
  modelId: string,
  permission: Permission,
): Promise<OpenModel> {
  const row = await db.prisma.model.findUnique({ where: { id: modelId } });
  const place = row && (await db.prisma.project.findUnique({ where: { id: row.projectId } }));
  if (!row || !place) throw noSuchModel(modelId);
  const path = `${place.entityName}/${place.name}`;
  if (!(await findProject(db, actor, path))) throw noSuchModel(modelId);
  return { ...toModelRow(row), project: await requireProject(db, actor, { path, permission }) };
}

export function noSuchModel(modelId: string): NotFound {
  return new NotFound(`Model ${modelId} not found; it does not exist in your projects or was deleted`);
}

type StoredModel = Omit<PrismaModel, "baseParameters"> & {
  /** A text where a statement of SQL read it. */
  baseParameters: bigint | string | null;
};
type PrismaModel = NonNullable<Awaited<ReturnType<Db["prisma"]["model"]["findUnique"]>>>;

export function toModelRow(row: StoredModel): ModelRow {
  const { id, projectId, name, baseModel, createdAt, createdBy, deletedAt } = row;
  const baseParameters = row.baseParameters === null ? null : Number(row.baseParameters);
  const training = trainingOf(row);
  return { id, projectId, name, baseModel, baseParameters, training, createdAt, createdBy, deletedAt };
}

function trainingOf({ id, trainingMode, loraRank, loraAlpha }: StoredModel): ModelTraining {
  const mode: TrainingMode | undefined =
    trainingMode === "full" || trainingMode === "lora" ? trainingMode : undefined;
  if (mode === "full") return { mode };
  if (mode === "lora" && loraRank !== null && loraAlpha !== null)
    return { mode, rank: loraRank, alpha: loraAlpha };
  throw new Error(`Model ${id} is trained in a way that is not known here: ${trainingMode}`);
}
