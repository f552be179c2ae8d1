import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { updateEntityMember as contract } from "#lib/contract/access/people.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { Conflict, Forbidden, NotFound } from "#lib/platform/errors.ts";

type Endpoint = typeof contract;

export function updateEntityMember(ctx: AccountCtx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { entity, userId, isAdmin } = input;
  return ctx.db.transaction(async (db) => {
    await lockEntity({ ...ctx, db }, entity);
    const wasAdmin = await requirePerson({ ...ctx, db }, input);
    if (wasAdmin && !isAdmin) await requireAnotherAdmin(db, input);
    if (wasAdmin !== isAdmin) {
      await db.prisma.entityMember.upsert({
        where: { entityName_userId: { entityName: entity, userId } },
        create: { entityName: entity, userId, isAdmin },
        update: { isAdmin },
      });
      const action = isAdmin ? "entity_admin.granted" : "entity_admin.revoked";
      await recordAudit({ ...ctx, db }, { action, target: userId, details: { entity } });
    }
    return { entity, userId, isAdmin };
  });
}

/** Serialises changes by entity. Callers who do not administer the entity cannot find out whether it exists. */
async function lockEntity({ db, actor }: AccountCtx, entity: string): Promise<void> {
  const isThere = await lockRow(db, "entity", { name: entity });
  const own = await db.prisma.entityMember.findUnique({
    where: { entityName_userId: { entityName: entity, userId: actor.userId } },
  });
  if (isThere && (actor.isInstanceAdmin || own?.isAdmin)) return;
  if (!actor.isInstanceAdmin)
    throw new Forbidden(`Only admins of the entity ${entity} can choose its admins; ask one of them`);
  throw new NotFound(`Entity ${entity} not found`);
}

/** Whether the person is an admin there now. Someone from outside is brought in by an admin of the instance alone. */
async function requirePerson(
  { db, actor }: AccountCtx,
  { entity, userId }: { entity: string; userId: string },
): Promise<boolean> {
  const person = await db.prisma.user.findUnique({
    where: { id: userId },
    select: { entities: { where: { entityName: entity } } },
  });
  const [member] = person?.entities ?? [];
  if (member || (person && actor.isInstanceAdmin)) return member?.isAdmin === true;
  throw new NotFound(
    `The entity ${entity} has no such member; invite the person to one of its projects first`,
  );
}

async function requireAnotherAdmin(
  db: Db,
  { entity, userId }: { entity: string; userId: string },
): Promise<void> {
  const others = await db.prisma.entityMember.count({
    where: { entityName: entity, isAdmin: true, userId: { not: userId }, user: { disabledAt: null } },
  });
  if (others === 0)
    throw new Conflict("This is the last admin of the entity; make another of its members admin first");
}
