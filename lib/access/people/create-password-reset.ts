import type { AccountCtx } from "#lib/access/context.ts";
import { passwordResetters } from "#lib/access/passwords/password-resetters.ts";
import type { createPasswordReset as contract } from "#lib/contract/access/people.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Conflict, Forbidden, NotFound } from "#lib/platform/errors.ts";
import { makePasswordReset } from "./make-password-reset.ts";

export function createPasswordReset(
  ctx: AccountCtx,
  { userId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return ctx.db.transaction(async (db) => {
    const { email, disabledAt } = await requireAccount({ ...ctx, db }, userId);
    if (disabledAt !== null)
      throw new Conflict(`The account ${email} is disabled; enable it first, then create the link`);
    return { email, ...(await makePasswordReset(db, userId, ctx)) };
  });
}

/** Only instance admins, and admins of an entity that it belongs to, may learn that an account exists. */
async function requireAccount({ db, actor }: AccountCtx, userId: string) {
  const account = await db.prisma.user.findUnique({ where: { id: userId } });
  const resetters = account ? await passwordResetters(db, userId) : [];
  if (account && resetters.some(({ id }) => id === actor.userId)) return account;
  const shared = await db.prisma.entityMember.findFirst({
    where: { userId: actor.userId, isAdmin: true, entity: { members: { some: { userId } } } },
  });
  if (!shared) throw new NotFound("Account not found");
  throw new Forbidden(
    "This person belongs to other entities too, or is an admin of the server: ask an admin of the server for the link",
  );
}
