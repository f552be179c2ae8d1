import { requireFitPassword, wordsOf } from "#lib/access/accounts/require-fit-password.ts";
import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { OpenCtx } from "#lib/access/context.ts";
import { hashPassword } from "#lib/access/passwords/password.ts";
import { provePassword } from "#lib/access/passwords/prove-password.ts";
import type { acceptInvitation as contract } from "#lib/contract/access/members.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { type OpenInvitation, requireInvitation, used } from "./require-invitation.internal.ts";

type Input = InputOf<typeof contract>;

export async function acceptInvitation(ctx: OpenCtx, input: Input): Promise<ReplyOf<typeof contract>> {
  const invitation = await requireInvitation(ctx.db, input.token);
  const { email } = invitation;
  const account = await ctx.db.prisma.user.findUnique({
    where: { email },
    select: { id: true, disabledAt: true },
  });
  if (account?.disabledAt)
    throw new Rejected(`The account ${email} is disabled; an admin of the server can enable it`);
  if (account) await requireProof(ctx, { userId: account.id, email, password: input.password });
  const newcomer = account ? null : await prepareAccount(invitation, input);
  return ctx.db.transaction(async (tx) => {
    const userId = account?.id ?? newId();
    await useUp(tx, invitation, userId);
    if (newcomer) await tx.prisma.user.create({ data: { id: userId, ...newcomer } });
    const role = await join(tx, invitation, userId);
    await recordAudit(
      { db: tx, actor: { userId, key: null }, requestId: ctx.requestId },
      {
        action: "invitation.accepted",
        projectId: invitation.projectId,
        target: invitation.id,
        details: { role, isNewAccount: newcomer !== null },
      },
    );
    return { email, projectId: invitation.projectPath, role };
  });
}

/** An account is joined by its own session or with its password; an invitation alone proves nothing about it. */
async function requireProof(
  { db, actor }: OpenCtx,
  { userId, email, password }: { userId: string; email: string; password: string | undefined },
): Promise<void> {
  if (actor?.userId === userId && actor.key === null) return;
  if (password === undefined)
    throw new Rejected(`${email} has an account: sign in first, or send its password`);
  if (!(await provePassword(db, { email, password, way: "invitation", address: null })))
    throw new Rejected(
      `The password of the account ${email} is wrong; if you forgot it, ask an admin for a reset link`,
    );
}

async function prepareAccount({ email, entity }: OpenInvitation, { name, password }: Input) {
  if (name === undefined || password === undefined)
    throw new Rejected(`${email} has no account yet: choose a name and a password`);
  requireFitPassword(password, { field: "password", ownWords: wordsOf({ email, name }) });
  return { email, name, passwordHash: await hashPassword(password), defaultEntity: entity };
}

/** Of several that accept at once, one does. */
async function useUp(db: Db, { id }: OpenInvitation, userId: string): Promise<void> {
  const { count } = await db.prisma.invitation.updateMany({
    where: { id, acceptedAt: null, revokedAt: null },
    data: { acceptedAt: new Date(), acceptedBy: userId },
  });
  if (count === 0) throw used();
}

/** Keeps a role granted since the invitation was sent: an invitation never takes a permission away. */
async function join(db: Db, { projectId, entity, role }: OpenInvitation, userId: string) {
  await db.prisma.entityMember.createMany({ data: { entityName: entity, userId }, skipDuplicates: true });
  await db.prisma.projectMember.createMany({ data: { projectId, userId, role }, skipDuplicates: true });
  const member = await db.prisma.projectMember.findUniqueOrThrow({
    where: { projectId_userId: { projectId, userId } },
  });
  return member.role;
}
