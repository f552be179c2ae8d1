import { rm } from "node:fs/promises";
import path from "node:path";
import type { Db } from "#lib/platform/db/database.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { oldEntries } from "#lib/platform/storage/old-entries.ts";

/**
 * Removes files that no row names: uploads that broke off with the process, and files whose deletion did. Only those older than `ageMs`,
 * since a younger one may be about to get its row. Answers how many there were.
 */
export async function sweepFiles(db: Db, ageMs: number): Promise<number> {
  const arriving = await oldEntries("arriving", ageMs);
  const kept = await oldEntries("files", ageMs);
  const named = await db.prisma.uploadedFile.findMany({
    where: { id: { in: kept }, deletedAt: null },
    select: { id: true },
  });
  const ids = new Set(named.map(({ id }) => id));
  const orphans = kept.filter((name) => !ids.has(name));
  for (const [folder, names] of [
    ["arriving", arriving],
    ["files", orphans],
  ] as const)
    for (const name of names)
      await rm(path.join(absolutePath(folder), name), { recursive: true, force: true });
  return arriving.length + orphans.length;
}
