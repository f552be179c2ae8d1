import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { deleteFile as contract } from "#lib/contract/training/files.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { removeData } from "#lib/platform/storage/data-paths.ts";
import { openFileOnceThere } from "./open-file.ts";

/** The row goes first and the file after it, so that no row ever names a file that is gone. */
export async function deleteFile(
  ctx: AccountCtx,
  { fileId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { row, project } = await openFileOnceThere(ctx, fileId, "models:write");
  if (row.deletedAt === null) {
    await ctx.db.transaction(async (db) => {
      await refuseInUse(db, fileId);
      const gone = await db.prisma.uploadedFile.updateMany({
        where: { id: fileId, deletedAt: null },
        data: { deletedAt: new Date() },
      });
      if (gone.count === 0) return;
      const details = { filename: row.filename };
      await recordAudit(
        { ...ctx, db },
        { action: "file.deleted", projectId: project.id, target: fileId, details },
      );
    });
    await removeData(row.path);
  }
  return { id: fileId, object: "file", deleted: true };
}

/** Jobs keep the id of the file that they read. */
async function refuseInUse(db: Db, fileId: string): Promise<void> {
  const job = await db.prisma.trainingJob.findFirst({
    where: { source: fileId, state: { in: ["queued", "validating", "running", "cancelling"] } },
    select: { id: true },
  });
  if (job)
    throw new Conflict(
      `The job ${job.id} reads this file and has not ended; cancel it or wait, then delete the file`,
    );
}
