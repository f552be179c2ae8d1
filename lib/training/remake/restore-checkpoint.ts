import { isDeepStrictEqual } from "node:util";
import { recordAudit } from "#lib/access/audit/record-audit.ts";
import { putFiles } from "#lib/engine/embedded/files/put-files.ts";
import type { CheckpointRow } from "#lib/models/checkpoints/checkpoints.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { preparedPath } from "#lib/platform/storage/data-paths.ts";
import { hashFolder } from "#lib/training/trainer/prepare/hash-folder.ts";

/**
 * Puts files that were made again in the place of a checkpoint's, where they are what its row says, and takes it back into service. The model is locked, so that
 * nothing that was deleted since comes back.
 */
export function restoreCheckpoint(
  db: Db,
  { id, modelId, step, folder, files }: CheckpointRow,
  remade: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockModel(tx, modelId, "update");
    const row = await tx.prisma.checkpoint.findFirst({ where: { id, deletedAt: null } });
    if (!row || folder === null) throw new Rejected(`Step ${step} was deleted; nothing is restored`);
    if (!isDeepStrictEqual(await hashFolder(remade), files))
      throw new Rejected(`The files that were made are not those of step ${step}; nothing is restored`);
    await putFiles(await preparedPath(folder), { files, from: remade });
    await tx.prisma.checkpoint.update({ where: { id }, data: { corruptAt: null } });
    const { projectId } = row;
    const details = { model_id: modelId, step, by: "made again" };
    await recordAudit(
      { db: tx, actor: null, requestId: null },
      { action: "checkpoint.verified", projectId, target: id, details },
    );
    await tellProject(tx, projectId, "models");
  });
}
