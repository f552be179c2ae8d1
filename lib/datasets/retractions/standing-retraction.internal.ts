import type { Ctx } from "#lib/access/context.ts";
import type { Retraction } from "#lib/contract/datasets/retractions.ts";
import type { Meant } from "./retraction-impact.ts";

/** The oldest retraction in force that means just this, if there is one. */
export async function standingRetraction(
  { db, project }: Pick<Ctx, "db" | "project">,
  { annotatorUserId, itemIds, feedbackIds, since, until }: Meant,
): Promise<Retraction | null> {
  const alike = await db.prisma.retraction.findMany({
    where: {
      projectId: project.id,
      annotatorUserId,
      since: since === null ? null : new Date(since),
      until: until === null ? null : new Date(until),
      liftedAt: null,
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const found = alike.find((one) => hasSame(one.itemIds, itemIds) && hasSame(one.feedbackIds, feedbackIds));
  if (!found) return null;
  const { projectId: _, ...retraction } = found;
  return retraction;
}

function hasSame(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).size === new Set(other).size && new Set([...one, ...other]).size === new Set(one).size;
}
