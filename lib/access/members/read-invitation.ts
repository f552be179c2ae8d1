import type { OpenCtx } from "#lib/access/context.ts";
import { passwordResetters } from "#lib/access/passwords/password-resetters.ts";
import type { readInvitation as contract } from "#lib/contract/access/members.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requireInvitation } from "./require-invitation.internal.ts";

export async function readInvitation(
  { db }: OpenCtx,
  { token }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { email, role, projectPath, invitedBy, expiresAt } = await requireInvitation(db, token);
  const account = await db.prisma.user.findUnique({
    where: { email },
    select: { id: true, disabledAt: true },
  });
  const resetters = account ? await passwordResetters(db, account.id) : [];
  return {
    email,
    role,
    projectId: projectPath,
    invitedBy,
    expiresAt,
    hasAccount: account !== null,
    isDisabled: account !== null && account.disabledAt !== null,
    resetBy: resetters.slice(0, MAX_NAMED).map(({ name }) => name),
  };
}

/** One of a few is enough to ask. */
const MAX_NAMED = 3;
