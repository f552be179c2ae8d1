import { rm, rmdir } from "node:fs/promises";
import path from "node:path";
import type { Db } from "#lib/platform/db/database.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { oldEntries } from "#lib/platform/storage/old-entries.ts";

const ROOT = "checkpoints";

/**
 * Removes folders of weights that no row names: those whose writing or deletion broke off with the process. Only those older than
 * `ageMs`, since a younger one may be about to get its row. Answers how many there were.
 */
export async function sweepCheckpoints(db: Db, ageMs: number): Promise<number> {
  let removed = 0;
  for (const modelId of await oldEntries(ROOT, 0)) {
    const folder = absolutePath(`${ROOT}/${modelId}`);
    const names = await oldEntries(`${ROOT}/${modelId}`, ageMs);
    const rows = await db.prisma.checkpoint.findMany({
      where: { id: { in: names }, modelId, deletedAt: null },
      select: { id: true },
    });
    const named = new Set(rows.map(({ id }) => id));
    const orphans = names.filter((name) => !named.has(name));
    for (const name of orphans) await rm(path.join(folder, name), { recursive: true, force: true });
    removed += orphans.length;
    if (orphans.length > 0) await removeIfEmpty(folder);
  }
  return removed;
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && ["ENOTEMPTY", "ENOENT"].includes(String(error.code)))
      return;
    throw error;
  });
}
