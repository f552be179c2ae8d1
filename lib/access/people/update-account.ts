import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { updateAccount as contract } from "#lib/contract/access/people.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { findAccounts } from "./find-accounts.internal.ts";
import { requireInstanceAdmin } from "./require-instance-admin.internal.ts";

type Endpoint = typeof contract;

type Standing = { id: string; isAdmin: boolean; isDisabled: boolean };

export function updateAccount(ctx: AccountCtx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  requireInstanceAdmin(ctx.actor);
  return ctx.db.transaction(async (db) => {
    const account = await lockAccount({ ...ctx, db }, input.userId);
    const { isDisabled = account.isDisabled, isInstanceAdmin: isAdmin = account.isAdmin } = input;
    if (account.isAdmin && !account.isDisabled && (isDisabled || !isAdmin))
      await requireAnotherAdmin({ ...ctx, db }, account.id);
    if (isAdmin !== account.isAdmin) await setAdmin({ ...ctx, db }, account.id, isAdmin);
    if (isDisabled !== account.isDisabled) await setDisabled({ ...ctx, db }, account.id, isDisabled);
    const [changed] = await findAccounts(db, account.id);
    if (!changed) throw new NotFound("Account not found");
    return changed;
  });
}

/** Serialises changes that concern an admin, so that two admins who disable each other at once cannot leave none. */
async function lockAccount({ db }: AccountCtx, userId: string): Promise<Standing> {
  await db.query(sql`
    select 1 from app_user where is_instance_admin or id = ${userId} order by id for no key update`);
  const account = await db.prisma.user.findUnique({ where: { id: userId } });
  if (!account) throw new NotFound("Account not found");
  return { id: userId, isAdmin: account.isInstanceAdmin, isDisabled: account.disabledAt !== null };
}

async function requireAnotherAdmin({ db }: AccountCtx, userId: string): Promise<void> {
  const others = await db.prisma.user.count({
    where: { isInstanceAdmin: true, disabledAt: null, id: { not: userId } },
  });
  if (others === 0)
    throw new Conflict("This is the last active admin of the server; make another account admin first");
}

/** Ends the account's sessions with the role, so that open ones lose the permissions too. */
async function setAdmin(ctx: AccountCtx, userId: string, isAdmin: boolean): Promise<void> {
  await ctx.db.prisma.user.update({
    where: { id: userId },
    data: { isInstanceAdmin: isAdmin, ...(isAdmin ? {} : { sessionVersion: { increment: 1 } }) },
  });
  const action = isAdmin ? "instance_admin.granted" : "instance_admin.revoked";
  await recordAudit(ctx, { action, target: userId });
}

async function setDisabled(ctx: AccountCtx, userId: string, isDisabled: boolean): Promise<void> {
  const { db, actor } = ctx;
  if (isDisabled && userId === actor.userId)
    throw new Conflict("You cannot disable your own account; another admin of the server can");
  await db.prisma.user.update({
    where: { id: userId },
    data: isDisabled ? { disabledAt: new Date(), sessionVersion: { increment: 1 } } : { disabledAt: null },
  });
  if (isDisabled) {
    const open = { userId, usedAt: null, revokedAt: null };
    await db.prisma.passwordReset.updateMany({ where: open, data: { revokedAt: new Date() } });
    await releaseAnnotator(db, userId);
  }
  const action = isDisabled ? "account.disabled" : "account.enabled";
  await recordAudit(ctx, { action, target: userId });
}

/** Gives back every item that someone holds, in every project, for others to take at once. */
async function releaseAnnotator(db: Db, annotatorId: string): Promise<void> {
  const held = await db.prisma.itemReservation.findMany({
    where: { annotatorId },
    select: { projectId: true },
    distinct: "projectId",
  });
  await db.prisma.itemReservation.deleteMany({ where: { annotatorId } });
  for (const { projectId } of held) await tellProject(db, projectId, "queues");
}
