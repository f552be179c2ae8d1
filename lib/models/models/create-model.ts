import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx, Project } from "#lib/access/context.ts";
import { openProjects } from "#lib/access/permissions/open-projects.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import {
  type createModel as contract,
  DEFAULT_TRAINING,
  type Training,
} from "#lib/contract/models/models.ts";
import { shapeOf } from "#lib/models/base-models/describe-base-models.ts";
import { requireBaseModel } from "#lib/models/base-models/require-base-model.ts";
import {
  type FirstCheckpoint,
  writeFirstCheckpoint,
} from "#lib/models/checkpoints/first-checkpoint.internal.ts";
import { type ModelRow, type ModelTraining, toModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { removeData } from "#lib/platform/storage/data-paths.ts";
import { toModel } from "./model-shape.internal.ts";

type Input = InputOf<typeof contract>;
type Place = AccountCtx & { project: Project };

/** Writes the files of step 0 before its row; a request that loses the race for the name removes its files again. */
export async function createModel(ctx: AccountCtx, input: Input): Promise<ReplyOf<typeof contract>> {
  const project = await openPlace(ctx, input);
  const base = await requireBaseModel(input.baseModel);
  const training = toTraining(input.training);
  const existing = await findByName(ctx.db, project, input.name);
  if (existing) return answerExisting(existing, project, input);
  const [id, checkpointId] = [newId(), newId()];
  const first = await writeFirstCheckpoint({ modelId: id, checkpointId, base, training });
  try {
    const { parameters: baseParameters } = await shapeOf(base.folder);
    const row = { id, name: input.name, baseModel: base.name, baseParameters, training };
    const made = await insertModel({ ...ctx, project }, row, { ...first, id: checkpointId });
    if (made) return toModel(made, project);
  } catch (error) {
    await removeFiles(first);
    throw error;
  }
  await removeFiles(first);
  const winner = await findByName(ctx.db, project, input.name);
  if (!winner)
    throw new Conflict(`The model ${input.name} was just created and deleted; try again`, {
      retryable: true,
    });
  return answerExisting(winner, project, input);
}

async function openPlace({ db, actor }: AccountCtx, { entity, project }: Input): Promise<Project> {
  const path = `${entity ?? actor.defaultEntity}/${project}`;
  const opened = await openProjects(db, actor, { paths: [path], permission: "models:write", creates: true });
  const place = opened.get(path);
  if (!place) throw new Error(`The project ${path} was opened and is not there`);
  return place;
}

function toTraining(asked: Training | undefined): ModelTraining {
  if (!asked) return DEFAULT_TRAINING;
  const { mode, rank = DEFAULT_TRAINING.rank, alpha } = asked;
  if (mode === "lora") return { mode, rank, alpha: alpha ?? 2 * rank };
  if (asked.rank !== undefined || alpha !== undefined)
    throw invalidAt(["body", "training"], {
      type: "value_error",
      text: "rank and alpha belong to mode 'lora'; leave them out with 'full'",
    });
  return { mode };
}

async function findByName(db: Db, project: Project, name: string): Promise<ModelRow | null> {
  const row = await db.prisma.model.findFirst({ where: { projectId: project.id, name, deletedAt: null } });
  return row && toModelRow(row);
}

function answerExisting(existing: ModelRow, project: Project, input: Input): ReplyOf<typeof contract> {
  const { name, baseModel, training } = existing;
  if (!input.returnExisting)
    throw new Conflict(
      `The model ${name} already exists in ${project.path}; use another name, or send return_existing`,
    );
  if (baseModel !== input.baseModel)
    throw new Conflict(`The model ${name} already exists with the base model ${baseModel}; use another name`);
  const asked = input.training && toTraining(input.training);
  if (asked && JSON.stringify(asked) !== JSON.stringify(training))
    throw new Conflict(
      `The model ${name} already exists and is trained as ${JSON.stringify(training)}; use another name, or leave training out`,
    );
  return toModel(existing, project);
}

type NewModel = Pick<ModelRow, "id" | "name" | "baseModel" | "baseParameters" | "training">;

/** Null if another request has just taken the name. */
function insertModel(
  { db, actor, requestId, project }: Place,
  { id, name, baseModel, baseParameters, training }: NewModel,
  first: FirstCheckpoint & { id: string },
): Promise<ModelRow | null> {
  const [rank, alpha] = training.mode === "lora" ? [training.rank, training.alpha] : [null, null];
  return db.transaction(async (tx) => {
    const place = { projectId: project.id, createdBy: actor.userId };
    const settings = { trainingMode: training.mode, loraRank: rank, loraAlpha: alpha };
    const [made] = await tx.prisma.model.createManyAndReturn({
      data: { id, name, baseModel, baseParameters, ...settings, ...place },
      skipDuplicates: true,
    });
    if (!made) return null;
    const { folder, files, sizeBytes } = first;
    await tx.prisma.checkpoint.create({
      data: { id: first.id, projectId: project.id, modelId: id, step: 0, folder, files, sizeBytes },
    });
    await recordAudit(
      { db: tx, actor, requestId },
      { action: "model.created", projectId: project.id, target: id, details: { name, baseModel } },
    );
    return toModelRow(made);
  });
}

async function removeFiles({ folder }: FirstCheckpoint): Promise<void> {
  if (folder !== null) await removeData(folder);
}
