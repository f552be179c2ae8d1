import { hashSecret } from "#lib/access/keys/secret-hash.ts";
import { namesOf } from "#lib/access/names-of.ts";
import type { Role } from "#lib/contract/access.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";

/** An invitation that still waits to be accepted. */
export type OpenInvitation = {
  id: string;
  email: string;
  role: Role;
  projectId: string;
  /** `<entity>/<project>` */
  projectPath: string;
  entity: string;
  invitedBy: string;
  expiresAt: Date;
};

/** The invitation of a token. Unknown, revoked and expired tokens get the same error; a used one gets its own. */
export async function requireInvitation(db: Db, token: string): Promise<OpenInvitation> {
  const found = await db.prisma.invitation.findUnique({
    where: { tokenHash: hashSecret(token) },
    include: { project: true },
  });
  if (found?.acceptedAt) throw used();
  if (!found || found.revokedAt !== null || found.expiresAt <= new Date())
    throw new NotFound("This invitation is unknown, revoked or expired; ask for a new one");
  const { id, email, role, projectId, createdBy, expiresAt } = found;
  const { entityName: entity, name } = found.project;
  const invitedBy = (await namesOf(db, [createdBy])).get(createdBy) ?? "a former member";
  return { id, email, role, projectId, projectPath: `${entity}/${name}`, entity, invitedBy, expiresAt };
}

export function used(): Conflict {
  return new Conflict("This invitation was already used; sign in, or ask for a new one");
}
