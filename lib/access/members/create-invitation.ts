import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import { mintLinkToken } from "#lib/access/keys/link-token.ts";
import { normalizeEmail } from "#lib/contract/access/email.ts";
import { type createInvitation as contract, INVITATION_HOURS } from "#lib/contract/access/members.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Conflict, Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { findInvitations } from "./find-invitations.internal.ts";

export function createInvitation(
  { db, actor, project, requestId }: Ctx,
  { email: typed, role }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const email = requireEmail(typed);
  const [id, { token, tokenHash }] = [newId(), mintLinkToken()];
  return db.transaction(async (tx) => {
    await requireStranger({ db: tx, projectId: project.id, email });
    await tx.prisma.invitation.updateMany({
      where: { projectId: project.id, email, acceptedAt: null, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    const expiresAt = new Date(Date.now() + INVITATION_HOURS * 60 * 60 * 1000);
    await tx.prisma.invitation.create({
      data: { id, tokenHash, email, projectId: project.id, role, createdBy: actor.userId, expiresAt },
    });
    await recordAudit(
      { db: tx, actor, requestId },
      { action: "invitation.created", projectId: project.id, target: id, details: { email, role } },
    );
    const [invitation] = await findInvitations(tx, project.id, id);
    if (!invitation) throw new Error("An invitation just made is not there");
    return { invitation, token };
  });
}

function requireEmail(typed: string): string {
  const email = normalizeEmail(typed);
  if (email === null) throw new Rejected(`'${typed}' is not an e-mail address`);
  return email;
}

async function requireStranger({
  db,
  projectId,
  email,
}: Pick<Ctx, "db"> & { projectId: string; email: string }) {
  const member = await db.prisma.projectMember.findFirst({ where: { projectId, user: { email } } });
  if (member) throw new Conflict(`${email} is already a member; change the role instead`);
}
