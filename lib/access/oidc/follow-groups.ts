import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx, Project } from "#lib/access/context.ts";
import { removeMember } from "#lib/access/members/remove-member.ts";
import { updateMember } from "#lib/access/members/update-member.ts";
import { updateAccount } from "#lib/access/people/update-account.ts";
import { updateEntityMember } from "#lib/access/people/update-entity-member.ts";
import { ROLES, type Role } from "#lib/contract/access.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import type { Grant, RoleMapping } from "#lib/platform/role-mapping.ts";

/**
 * Gives the acting person every role that the mapping gives their groups, and takes away what it gives to other groups only. What the
 * mapping does not name is left alone. The last admin of the server, of an entity and of a project stays admin.
 */
export async function followGroups(
  ctx: AccountCtx,
  { roles, groups }: { roles: RoleMapping; groups: readonly string[] },
): Promise<void> {
  const named = [...roles.values()].flat();
  const given = groups.flatMap((group) => roles.get(group) ?? []);
  // The verbs check their caller's permissions; here the caller is the operator who wrote the mapping.
  const asOperator: AccountCtx = { ...ctx, actor: { ...ctx.actor, isInstanceAdmin: true, key: null } };
  if (has(named, "instance")) await keepingLast(() => followInstance(asOperator, has(given, "instance")));
  for (const entity of entitiesIn(named))
    await keepingLast(() => followEntity(asOperator, entity, entitiesIn(given).has(entity)));
  for (const path of projectsIn(named))
    await keepingLast(() => followProject(asOperator, path, roleIn(given, path)));
}

async function followInstance(ctx: AccountCtx, isInstanceAdmin: boolean): Promise<void> {
  await updateAccount(ctx, { userId: ctx.actor.userId, isInstanceAdmin });
}

async function followEntity(ctx: AccountCtx, entity: string, isAdmin: boolean): Promise<void> {
  const { userId } = ctx.actor;
  const member = await ctx.db.prisma.entityMember.findUnique({
    where: { entityName_userId: { entityName: entity, userId } },
  });
  if ((member?.isAdmin ?? false) !== isAdmin) await updateEntityMember(ctx, { entity, userId, isAdmin });
}

async function followProject(ctx: AccountCtx, path: string, role: Role | null): Promise<void> {
  const { db, actor } = ctx;
  const project = await findProject(ctx, path);
  const where = { projectId_userId: { projectId: project.id, userId: actor.userId } };
  const member = await db.prisma.projectMember.findUnique({ where });
  if ((member?.role ?? null) === role) return;
  const named = { entity: project.entity, project: project.name, userId: actor.userId };
  if (role === null) await removeMember({ ...ctx, project }, named);
  else if (member) await updateMember({ ...ctx, project }, { ...named, role });
  else await addMember({ ...ctx, project }, role);
}

function addMember({ db, actor, requestId, project }: AccountCtx & { project: Project }, role: Role) {
  const { userId } = actor;
  return db.transaction(async (tx) => {
    const ofEntity = { entityName: project.entity, userId };
    await tx.prisma.entityMember.createMany({ data: ofEntity, skipDuplicates: true });
    await tx.prisma.projectMember.createMany({
      data: { projectId: project.id, userId, role },
      skipDuplicates: true,
    });
    const facts = { projectId: project.id, target: userId, details: { role } };
    await recordAudit({ db: tx, actor, requestId }, { action: "member.added", ...facts });
  });
}

async function findProject({ db }: AccountCtx, path: string): Promise<Project> {
  const [entity = "", name = ""] = path.split("/");
  const found = await db.prisma.project.findFirst({ where: { entityName: entity, name, deletedAt: null } });
  if (!found) throw new NotFound(`Project ${path} not found`);
  return { id: found.id, entity, name, path, role: "admin" };
}

/** Sign-in succeeds even if a role cannot be removed, or if the mapping names a project that does not exist. */
async function keepingLast(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
    log.warn({ reason: error.message }, "a role of SPINDLE_OIDC_ROLES could not be set");
  }
}

function has(grants: readonly Grant[], kind: Grant["kind"]): boolean {
  return grants.some((grant) => grant.kind === kind);
}

function entitiesIn(grants: readonly Grant[]): Set<string> {
  return new Set(grants.flatMap((grant) => (grant.kind === "entity" ? [grant.entity] : [])));
}

function projectsIn(grants: readonly Grant[]): Set<string> {
  return new Set(
    grants.flatMap((grant) => (grant.kind === "project" ? [`${grant.entity}/${grant.project}`] : [])),
  );
}

/** Of several groups the highest role counts. */
function roleIn(grants: readonly Grant[], path: string): Role | null {
  const given = grants.flatMap((grant) =>
    grant.kind === "project" && `${grant.entity}/${grant.project}` === path ? [grant.role] : [],
  );
  return ROLES.findLast((role) => given.includes(role)) ?? null;
}
