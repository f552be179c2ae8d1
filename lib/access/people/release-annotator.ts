import type { Db } from "#lib/platform/db/database.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

/** Gives back every item that someone holds, in every project, for others to take at once. */
export async function releaseAnnotator(db: Db, annotatorId: string): Promise<void> {
  const held = await db.prisma.itemReservation.findMany({
    where: { annotatorId },
    select: { projectId: true },
    distinct: "projectId",
  });
  await db.prisma.itemReservation.deleteMany({ where: { annotatorId } });
  for (const { projectId } of held) await tellProject(db, projectId, "queues");
}
