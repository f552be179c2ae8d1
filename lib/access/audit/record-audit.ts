import type { Actor } from "#lib/access/context.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/ids.ts";

/** The actions in the audit log: `<thing>.<what happened>`. */
type AuditAction =
  | "sign_in.succeeded"
  | "sign_in.failed"
  | "password.changed"
  | "password.reset"
  | "password_reset.created"
  | "account.disabled"
  | "account.enabled"
  | "instance_admin.granted"
  | "instance_admin.revoked"
  | "entity_admin.granted"
  | "entity_admin.revoked"
  | "sessions.revoked"
  | "key.created"
  | "key.revoked"
  | "project.created"
  | "project.renamed"
  | "project.deletion_asked"
  | "project.deleted"
  | "invitation.created"
  | "invitation.accepted"
  | "invitation.revoked"
  | "member.added"
  | "member.role_changed"
  | "member.removed"
  | "feedback.purged"
  | "calls.deleted"
  | "objects.deleted"
  | "queue.archived"
  | "queue.restored"
  | "queue.rerouted"
  | "queue.deleted"
  | "queue.field_changed"
  | "queue_items.reopened"
  | "queue_items.removed"
  | "queue_item.sent_back"
  | "queue_item.decided"
  | "queue_item.undecided"
  | "dataset.archived"
  | "dataset.restored"
  | "retraction.created"
  | "retraction.lifted"
  | "retraction.restored"
  | "model.created"
  | "model.deleted"
  | "checkpoints.deleted"
  | "checkpoint.corrupt"
  | "checkpoint.verified"
  | "checkpoint_alias.created"
  | "checkpoint_alias.moved"
  | "checkpoint_alias.deleted"
  | "checkpoint_gate.set"
  | "checkpoint_gate.deleted"
  | "promotion.asked"
  | "promotion.refused"
  | "promotion.withdrawn"
  | "file.deleted"
  | "upstream.created"
  | "upstream.changed"
  | "upstream.deleted"
  | "webhook.created"
  | "webhook.changed"
  | "webhook.secret_rotated"
  | "webhook.deleted"
  | "authorisation.denied";

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
