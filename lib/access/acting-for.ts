import type { Db } from "#lib/platform/db/database.ts";
import type { Actor } from "./context.ts";

/**
 * The account that requested long-running work, as the actor of the work: losing a permission ends it. As with a key, the actor is limited
 * to the project of the work, and `purpose` takes turns with their other requests. Null if the account was deleted or disabled.
 */
export async function actingFor(
  db: Db,
  { userId, projectId, purpose }: { userId: string; projectId: string; purpose: string },
): Promise<Actor | null> {
  const user = await db.prisma.user.findFirst({
    where: { id: userId, disabledAt: null },
    select: { name: true, email: true, isInstanceAdmin: true, defaultEntity: true },
  });
  return (
    user && { ...user, userId, key: { id: purpose, scopes: ["read", "write"], projectIds: [projectId] } }
  );
}
