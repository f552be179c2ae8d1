import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { removeMember as contract } from "#lib/contract/access/members.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { requireAnotherAdmin, requireMemberRole } from "./require-another-admin.internal.ts";

export function removeMember(
  { db, actor, project, requestId }: Ctx,
  { userId }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  return db.transaction(async (tx) => {
    const role = await requireMemberRole(tx, project, userId);
    if (role === "admin") await requireAnotherAdmin(tx, project, userId);
    await tx.prisma.projectMember.delete({ where: { projectId_userId: { projectId: project.id, userId } } });
    await recordAudit(
      { db: tx, actor, requestId },
      { action: "member.removed", projectId: project.id, target: userId, details: { role } },
    );
    return {};
  });
}
