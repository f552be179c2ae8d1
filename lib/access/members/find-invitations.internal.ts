import { namesOf } from "#lib/access/names-of.ts";
import type { listInvitations } from "#lib/contract/access/members.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";

export type Invitation = ReplyOf<typeof listInvitations>["invitations"][number];

/** A project's invitations (or the one of `id`), newest first. */
export async function findInvitations(db: Db, projectId: string, id?: string): Promise<Invitation[]> {
  const rows = await db.prisma.invitation.findMany({
    where: { projectId, ...(id === undefined ? {} : { id }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_INVITATIONS,
  });
  const names = await namesOf(
    db,
    rows.map((row) => row.createdBy),
  );
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    state: stateOf(row),
    createdBy: names.get(row.createdBy) ?? "a former member",
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    ...(row.acceptedAt ? { acceptedAt: row.acceptedAt } : {}),
  }));
}

const MAX_INVITATIONS = 500;

type Dates = { acceptedAt: Date | null; revokedAt: Date | null; expiresAt: Date };

function stateOf({ acceptedAt, revokedAt, expiresAt }: Dates): Invitation["state"] {
  if (acceptedAt) return "accepted";
  if (revokedAt) return "revoked";
  return expiresAt <= new Date() ? "expired" : "pending";
}
