import type { Db } from "#lib/platform/db/database.ts";

/** Whether all calls of a project are in the kept totals: not yet where some of them are older than the totals, until the worker has counted them. */
export async function hasTotals(db: Db, projectId: string): Promise<boolean> {
  return (await db.prisma.totalBackfill.findUnique({ where: { projectId } })) === null;
}
