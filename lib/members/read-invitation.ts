import type { OpenCtx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { readInvitation as contract } from "#lib/contract/members.ts";
import { requireInvitation } from "./require-invitation.internal.ts";

export async function readInvitation(
  { db }: OpenCtx,
  { token }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { email, role, projectPath, invitedBy, expiresAt } = await requireInvitation(db, token);
  const account = await db.prisma.user.findUnique({ where: { email }, select: { id: true } });
  return { email, role, projectId: projectPath, invitedBy, expiresAt, hasAccount: account !== null };
}
