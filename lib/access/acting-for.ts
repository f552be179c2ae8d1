import type { Db } from "#lib/platform/db/database.ts";
import type { Actor } from "./context.ts";

/**
 * Whoever asked for long work, as the one who acts while it is done: what they may no longer do ends the work. As with a key, the actor is
 * narrowed to the project of the work, and `purpose` takes turns with their other requests. Null where the account is gone or disabled.
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
