import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { revokeInvitation as contract } from "#lib/contract/access/members.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";

export function revokeInvitation(
  { db, actor, project, requestId }: Ctx,
  { invitationId }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  return db.transaction(async (tx) => {
    const { count } = await tx.prisma.invitation.updateMany({
      where: { id: invitationId, projectId: project.id, acceptedAt: null, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count > 0) {
      await recordAudit(
        { db: tx, actor, requestId },
        { action: "invitation.revoked", projectId: project.id, target: invitationId },
      );
      return {};
    }
    const found = await tx.prisma.invitation.findFirst({
      where: { id: invitationId, projectId: project.id },
    });
    if (!found) throw new NotFound("Invitation not found");
    if (found.acceptedAt)
      throw new Conflict("The invitation was already accepted; remove the member instead");
    return {};
  });
}
