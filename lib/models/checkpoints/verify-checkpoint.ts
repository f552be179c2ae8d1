import os from "node:os";
import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { verifyCheckpoint as contract } from "#lib/contract/models/models.ts";
import { verifyFolder } from "#lib/engine/embedded/files/write-folder.ts";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { openModel } from "#lib/models/open-model.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { type CheckpointRow, findCheckpoint, markCorrupt } from "./checkpoints.ts";

type Reply = ReplyOf<typeof contract>;

/** Hashes the files again: a repaired checkpoint is served again, and a changed one is taken out of service. */
export async function verifyCheckpoint(
  ctx: AccountCtx,
  { modelId, step }: InputOf<typeof contract>,
): Promise<Reply> {
  const model = await openModel(ctx, modelId, "project:manage");
  const checkpoint = await findCheckpoint(ctx.db, model, step);
  if (!checkpoint) throw new NotFound(`${model.name} has no checkpoint of step ${step}`);
  const found = await lookAt(checkpoint);
  // Files that are missing here prove nothing, in either direction.
  if (found.finding === "changed") await markCorrupt(ctx.db, checkpoint.id);
  if (found.finding === "whole") await clearMark(ctx, checkpoint);
  if (found.finding !== "missing") await tellProject(ctx.db, model.projectId, "models");
  const isCorrupt = found.finding === "missing" ? checkpoint.corruptAt !== null : found.finding === "changed";
  return { step, isCorrupt, ...found };
}

async function lookAt({ folder, files, step }: CheckpointRow): Promise<Pick<Reply, "finding" | "detail">> {
  if (folder === null)
    return { finding: "whole", detail: `Step ${step} has no files of its own; it is its base model.` };
  try {
    await verifyFolder(absolutePath(folder), files);
  } catch (error) {
    if (error instanceof MissingFiles)
      return {
        finding: "missing",
        detail: `Files of step ${step} are not on ${os.hostname()}. Put them back and verify again.`,
      };
    if (error instanceof CorruptFiles)
      return {
        finding: "changed",
        detail: `Files of step ${step} still differ from what was written. Restore them from a backup, or use another step.`,
      };
    throw error;
  }
  return { finding: "whole", detail: `The files of step ${step} are as written.` };
}

function clearMark(ctx: AccountCtx, { id, modelId, step }: CheckpointRow): Promise<void> {
  return ctx.db.transaction(async (db) => {
    const [cleared] = await db.prisma.checkpoint.updateManyAndReturn({
      where: { id, corruptAt: { not: null } },
      data: { corruptAt: null },
      select: { projectId: true },
    });
    if (!cleared) return;
    const details = { model_id: modelId, step };
    await recordAudit(
      { ...ctx, db },
      { action: "checkpoint.verified", projectId: cleared.projectId, target: id, details },
    );
  });
}
