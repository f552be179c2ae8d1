import type { AccountCtx } from "#lib/access/context.ts";
import { insertProject } from "#lib/access/permissions/ensure-project.ts";
import type { createProject as contract } from "#lib/contract/access/projects.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, Forbidden } from "#lib/platform/errors.ts";

export function createProject(
  ctx: AccountCtx,
  { entity, name }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { db, actor, requestId } = ctx;
  return db.transaction(async (tx) => {
    await requireEntity({ ...ctx, db: tx }, entity);
    const made = await insertProject(tx, actor, { entity, name, requestId });
    if (!made) throw await taken(tx, entity, name);
    const { createdAt } = made;
    return { projectId: `${entity}/${name}`, entity, name, role: "admin", createdAt };
  });
}

async function taken(db: Db, entityName: string, name: string): Promise<Conflict> {
  const project = await db.prisma.project.findUnique({ where: { entityName_name: { entityName, name } } });
  return new Conflict(
    project?.deletedAt
      ? `The project ${entityName}/${name} is still being deleted; wait, or choose another name`
      : `The project ${entityName}/${name} already exists; choose another name`,
  );
}

/** An entity that the actor administers; the instance admin makes one that is missing. Others learn nothing about which exist. */
async function requireEntity({ db, actor }: AccountCtx, entity: string): Promise<void> {
  if (actor.isInstanceAdmin) {
    await db.prisma.entity.upsert({ where: { name: entity }, create: { name: entity }, update: {} });
    return;
  }
  const member = await db.prisma.entityMember.findUnique({
    where: { entityName_userId: { entityName: entity, userId: actor.userId } },
  });
  if (!member?.isAdmin)
    throw new Forbidden(
      `Only admins of the entity ${entity} can create projects in it; ask one of them or an admin of the instance`,
    );
}
