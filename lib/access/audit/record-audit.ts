import type { Actor } from "#lib/access/context.ts";
import type { AuditAction } from "#lib/contract/access/audit.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/ids.ts";

type AuditFacts = {
  action: AuditAction;
  outcome?: "succeeded" | "refused";
  projectId?: string;
  /** The id of the affected object. */
  target?: string;
  /** Small facts such as a role, a count or a query; never a payload or a secret. */
  details?: Record<string, string | number | boolean | null>;
};

/** The acting person and request; the request is null outside of one. */
type AuditSource = {
  db: Db;
  actor: Pick<Actor, "userId" | "key"> | null;
  requestId: string | null;
};

/** Writes an entry of the audit log, in the transaction of the action, if it has one. */
export async function recordAudit(
  { db, actor, requestId }: AuditSource,
  { action, outcome = "succeeded", projectId, target, details = {} }: AuditFacts,
): Promise<void> {
  await db.prisma.auditEvent.create({
    data: {
      id: newId(),
      action,
      outcome,
      requestId,
      details,
      actorUserId: actor?.userId ?? null,
      actorKeyId: actor?.key?.id ?? null,
      projectId: projectId ?? null,
      target: target ?? null,
    },
  });
}
