import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { updateEntityMember as contract } from "#lib/contract/access/people.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
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

/** Changes take turns by entity. Who does not administer it learns nothing about whether it exists. */
async function lockEntity({ db, actor }: AccountCtx, entity: string): Promise<void> {
  const [row] = await db.query<{ may: boolean }>(sql`
    select ${actor.isInstanceAdmin}::boolean or exists (
      select from entity_member m where m.entity_name = e.name and m.user_id = ${actor.userId} and m.is_admin) as may
    from entity e where e.name = ${entity} for no key update of e`);
  if (row?.may) return;
  if (!actor.isInstanceAdmin)
    throw new Forbidden(`Only admins of the entity ${entity} choose its admins; ask one of them`);
  throw new NotFound(`Entity ${entity} not found`);
}

/** Whether the person is an admin there now. Someone from outside is brought in by an admin of the instance alone. */
async function requirePerson(
  { db, actor }: AccountCtx,
  { entity, userId }: { entity: string; userId: string },
): Promise<boolean> {
  const [row] = await db.query<{ is_admin: boolean | null }>(sql`
    select m.is_admin from app_user u
    left join entity_member m on m.user_id = u.id and m.entity_name = ${entity} where u.id = ${userId}`);
  if (row && (row.is_admin !== null || actor.isInstanceAdmin)) return row.is_admin === true;
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
