import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { FileHashes } from "#lib/engine/embedded/files/write-folder.ts";
import type { PolicyFiles } from "#lib/engine/port/port.ts";
import { baseModelFolder } from "#lib/models/base-models/require-base-model.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";

/** Weights of a model after a job. */
export type CheckpointRow = {
  readonly id: string;
  readonly modelId: string;
  readonly step: number;
  readonly jobId: string | null;
  /** Below the data folder; null where the base model's own files are the weights. */
  readonly folder: string | null;
  /** What `verifyFolder` compares. */
  readonly files: FileHashes;
  /** Set when a file was found changed. */
  readonly corruptAt: Date | null;
};

type ModelId = Pick<ModelRow, "id">;

/** The newest servable checkpoint, or null. What jobs leave on the way is taken by its step alone. */
export async function latestCheckpoint(db: Db, model: ModelId): Promise<CheckpointRow | null> {
  const row = await db.prisma.checkpoint.findFirst({
    where: { modelId: model.id, deletedAt: null, corruptAt: null, isInterim: false },
    orderBy: { step: "desc" },
  });
  return row && toCheckpointRow(row);
}

/** The checkpoint of this step, damaged or not, or null. */
export async function findCheckpoint(db: Db, model: ModelId, step: number): Promise<CheckpointRow | null> {
  if (!Number.isSafeInteger(step) || step < 0 || step >= 2 ** 31) return null;
  const row = await db.prisma.checkpoint.findFirst({ where: { modelId: model.id, step, deletedAt: null } });
  return row && toCheckpointRow(row);
}

/** The checkpoint with this id, damaged or not, or null. */
export async function checkpointById(db: Db, model: ModelId, id: string): Promise<CheckpointRow | null> {
  const row = await db.prisma.checkpoint.findFirst({ where: { modelId: model.id, id, deletedAt: null } });
  return row && toCheckpointRow(row);
}

/** The newest servable checkpoint that a job made, or null. */
export async function checkpointOfJob(db: Db, model: ModelId, jobId: string): Promise<CheckpointRow | null> {
  const row = await db.prisma.checkpoint.findFirst({
    where: { modelId: model.id, jobId, deletedAt: null, corruptAt: null, isInterim: false },
    orderBy: { step: "desc" },
  });
  return row && toCheckpointRow(row);
}

/** One more than every step that the model ever had, deleted ones included, so that a step never means two things. */
export async function nextStep(db: Db, model: ModelId): Promise<number> {
  const { _max: greatest } = await db.prisma.checkpoint.aggregate({
    where: { modelId: model.id },
    _max: { step: true },
  });
  return (greatest.step ?? -1) + 1;
}

/** Where the weights of a checkpoint lie. Throws `MissingFiles` where its base model is not on this machine. */
export async function policyOf(
  model: Pick<ModelRow, "baseModel" | "training">,
  checkpoint: Pick<CheckpointRow, "folder">,
): Promise<PolicyFiles> {
  const folder = checkpoint.folder === null ? null : absolutePath(checkpoint.folder);
  if (model.training.mode === "full" && folder !== null) return { modelFolder: folder, adapterFolder: null };
  return { modelFolder: await baseModelFolder(model.baseModel), adapterFolder: folder };
}

/** Takes a checkpoint with changed files out of service, and records it once in the audit log; the one before it becomes the latest. */
export function markCorrupt(db: Db, checkpointId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [marked] = await tx.prisma.checkpoint.updateManyAndReturn({
      where: { id: checkpointId, corruptAt: null },
      data: { corruptAt: new Date() },
      select: { projectId: true, modelId: true, step: true },
    });
    if (!marked) return;
    const { projectId, modelId, step } = marked;
    const source = { db: tx, actor: null, requestId: null };
    const details = { model_id: modelId, step };
    await recordAudit(source, { action: "checkpoint.corrupt", projectId, target: checkpointId, details });
  });
}

type StoredCheckpoint = NonNullable<Awaited<ReturnType<Db["prisma"]["checkpoint"]["findFirst"]>>>;

function toCheckpointRow(row: StoredCheckpoint): CheckpointRow {
  const { id, modelId, step, jobId, folder, corruptAt } = row;
  return { id, modelId, step, jobId, folder, corruptAt, files: asHashes(row.files) };
}

/** The column holds only what `writeFolder` answered. */
function asHashes(files: unknown): FileHashes {
  return files as FileHashes;
}
