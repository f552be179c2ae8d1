import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Actor } from "#lib/access/context.ts";
import { projectName } from "#lib/contract/access/projects.ts";
import { scopesAllow } from "#lib/contract/access.ts";
import * as z from "#lib/contract/zod.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";

/** Creates the named project if it does not exist and the actor may create it; otherwise does nothing. Programs never request creation. */
export async function ensureProject(db: Db, actor: Actor, path: string): Promise<void> {
  const [entity = "", name = ""] = path.split("/");
  const existing = await db.prisma.project.findUnique({
    where: { entityName_name: { entityName: entity, name } },
    select: { id: true },
  });
  if (!existing && (await mayCreate(db, actor, entity))) {
    requireFitName(name);
    await insertProject(db, actor, { entity, name, requestId: null });
  }
}

function requireFitName(name: string): void {
  if (z.safeDecode(projectName, name).success) return;
  throw new Rejected(
    `A new project cannot be named '${name}': use up to 128 letters, digits, dots, underscores and hyphens`,
  );
}

async function mayCreate(db: Db, actor: Actor, entity: string): Promise<boolean> {
  if (actor.key && (actor.key.projectIds.length > 0 || !scopesAllow(actor.key.scopes, "calls:write")))
    return false;
  const found = await db.prisma.entity.findUnique({
    where: { name: entity },
    select: { members: { where: { userId: actor.userId, isAdmin: true } } },
  });
  return found !== null && (actor.isInstanceAdmin || found.members.length > 0);
}

type NewProject = { entity: string; name: string };

/** The creator becomes an admin of the project. Of two concurrent requests, one creates it and the other gets null. */
export function insertProject(
  db: Db,
  actor: Actor,
  { entity, name, requestId }: NewProject & { requestId: string | null },
): Promise<{ id: string; createdAt: Date } | null> {
  return db.transaction(async (tx) => {
    const [made] = await tx.prisma.project.createManyAndReturn({
      data: { id: newId(), entityName: entity, name, createdBy: actor.userId },
      skipDuplicates: true,
    });
    if (!made) return null;
    const { id, createdAt } = made;
    await tx.prisma.projectMember.create({ data: { projectId: id, userId: actor.userId, role: "admin" } });
    await recordAudit({ db: tx, actor, requestId }, { action: "project.created", projectId: id, target: id });
    return { id, createdAt };
  });
}
