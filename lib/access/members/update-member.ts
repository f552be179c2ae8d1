import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { updateMember as contract } from "#lib/contract/access/members.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { findMembers, type Member } from "./find-members.ts";
import { requireAnotherAdmin, requireMemberRole } from "./require-another-admin.internal.ts";

export function updateMember(
  { db, actor, project, requestId }: Ctx,
  { userId, role }: InputOf<typeof contract>,
): Promise<Member> {
  return db.transaction(async (tx) => {
    const before = await requireMemberRole(tx, project, userId);
    if (before === "admin" && role !== "admin") await requireAnotherAdmin(tx, project, userId);
    if (before !== role) {
      await tx.prisma.projectMember.update({
        where: { projectId_userId: { projectId: project.id, userId } },
        data: { role },
      });
      await recordAudit(
        { db: tx, actor, requestId },
        { action: "member.role_changed", projectId: project.id, target: userId, details: { before, role } },
      );
    }
    const [member] = await findMembers(tx, project, userId);
    if (!member) throw new NotFound("Member not found");
    return member;
  });
}
