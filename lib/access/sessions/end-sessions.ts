import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Actor } from "#lib/access/context.ts";
import type { Db } from "#lib/platform/db/database.ts";

/** Refuses every session that the acting user has, from the next request on. */
export async function endSessions(audit: {
  db: Db;
  actor: Pick<Actor, "userId" | "key">;
  requestId: string;
}): Promise<void> {
  const { userId } = audit.actor;
  await audit.db.prisma.user.update({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } });
  await recordAudit(audit, { action: "sessions.revoked", target: userId });
}
