import type { Project } from "#lib/access/context.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";

/**
 * The role that a member was given in the project itself. Changes of members take turns by project, so that two admins who remove each
 * other at the same time cannot leave it without one.
 */
export async function requireMemberRole(db: Db, project: Project, userId: string): Promise<string> {
  await lockRow(db, "project", { id: project.id }, "update");
  const member = await db.prisma.projectMember.findUnique({
    where: { projectId_userId: { projectId: project.id, userId } },
  });
  if (!member)
    throw new NotFound(
      "Member not found; admins of the entity and of the instance are not members of the project itself",
    );
  return member.role;
}

/** Refuses to remove the role of the last admin who can still sign in. */
export async function requireAnotherAdmin(db: Db, project: Project, userId: string): Promise<void> {
  const others = await db.prisma.projectMember.count({
    where: { projectId: project.id, role: "admin", userId: { not: userId }, user: { disabledAt: null } },
  });
  if (others === 0)
    throw new Conflict("This is the last admin of the project; make another member admin first");
}
