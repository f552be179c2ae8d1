import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Db } from "#lib/platform/db/database.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";

/** What lies of the ended jobs of a project on this machine: the data that they learned from, by which their checkpoints can be made again, and the newest state to continue from. */
export async function jobDataBytes(db: Db, projectId: string): Promise<number> {
  const where = { projectId, endedAt: { not: null } };
  const jobs = await db.prisma.trainingJob.findMany({ where, select: { id: true } });
  // Jobs with the same data share its bytes under several names.
  const sizes = new Map<bigint, bigint>();
  for (const { id } of jobs)
    for (const file of await filesIn(absolutePath(jobPath(id)))) {
      const found = await stat(file, { bigint: true }).catch(orMissing);
      if (found) sizes.set(found.ino, found.size);
    }
  return Number([...sizes.values()].reduce((sum, size) => sum + size, 0n));
}

/** None where the folder was swept, or is on another machine. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(orMissing);
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
}

function orMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
