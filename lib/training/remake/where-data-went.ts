import type { Db } from "#lib/platform/db/database.ts";
import { isRemoteSource, isStoredSource } from "#lib/training/training-source.ts";
import type { RecordedJob } from "./recorded-job.ts";

/** Why the data of a job is not there: what was deleted, when and by whom, as far as it is known. */
export async function whereDataWent(
  db: Db,
  { source, datasetRef }: Pick<RecordedJob, "source" | "datasetRef">,
): Promise<string> {
  if (datasetRef !== null)
    return `it was copied from ${datasetRef}, and is kept only as long as that version`;
  if (isRemoteSource(source)) return `it came from ${source}, and what that answered then was removed`;
  if (isStoredSource(source)) return `${source} was removed from the data folder`;
  const file = await db.prisma.uploadedFile.findUnique({ where: { id: source } });
  if (!file) return `there is no file ${source}`;
  if (file.deletedAt === null) return `the file ${file.filename} (${source}) is not on this machine`;
  return `the file ${file.filename} (${source}) was deleted on ${file.deletedAt.toISOString()} by ${await deleterOf(db, source)}`;
}

async function deleterOf(db: Db, fileId: string): Promise<string> {
  const event = await db.prisma.auditEvent.findFirst({ where: { action: "file.deleted", target: fileId } });
  const user =
    event?.actorUserId == null ? null : await db.prisma.user.findUnique({ where: { id: event.actorUserId } });
  return user?.email ?? "an unknown account";
}
