import type { AccountCtx, Project } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { ensureProject } from "#lib/access/permissions/ensure-project.ts";
import { findProject } from "#lib/access/permissions/require-project.ts";
import { roleAllows } from "#lib/contract/access.ts";
import { isDict } from "#lib/contract/fields.ts";
import { isStorableText } from "#lib/contract/storable.ts";
import { env } from "#lib/platform/env.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { GraphQlFault } from "./graph-ql-fault.internal.ts";

type Args = Record<string, unknown>;
type Root = (ctx: AccountCtx, args: Args) => Promise<unknown>;

/** What each operation may begin with. Scalars, objects and lists of them; `null` for what the caller may not know. */
export const ROOTS: { query: Record<string, Root>; mutation: Record<string, Root> } = {
  query: { viewer, entity: entityNamed, project: projectNamed, users: usersWithIds, serverInfo },
  mutation: { upsertModel },
};

async function viewer({ actor }: AccountCtx): Promise<unknown> {
  const { userId, name, email, defaultEntity } = actor;
  return {
    id: userId,
    username: name,
    name,
    email,
    entity: defaultEntity,
    defaultEntity: { id: defaultEntity, name: defaultEntity },
  };
}

/** Of an entity in which the caller has anything. */
async function entityNamed({ db, actor }: AccountCtx, args: Args): Promise<unknown> {
  const name = requireText(args, "name", "entity");
  const projects = (await allowedProjects(db, actor, "project:read")).filter(({ entity }) => entity === name);
  const member = await db.prisma.entityMember.findUnique({
    where: { entityName_userId: { entityName: name, userId: actor.userId } },
  });
  if (!member && projects.length === 0) return null;
  return { id: name, name, readOnly: !member?.isAdmin && !projects.some(mayWrite) };
}

function mayWrite({ role }: Pick<Project, "role">): boolean {
  return roleAllows(role, "calls:write");
}

async function projectNamed({ db, actor }: AccountCtx, args: Args): Promise<unknown> {
  const name = requireText(args, "name", "project");
  const entity = requireText(args, "entityName", "project");
  const project = await findProject(db, actor, `${entity}/${name}`);
  return project && shapeProject(project);
}

function shapeProject({ id, entity, name, role }: Project): Record<string, unknown> {
  return {
    id,
    name,
    entityName: entity,
    entity: { id: entity, name: entity },
    readOnly: !mayWrite({ role }),
  };
}

/** The caller, and everyone who shares a project with them in which members are shown. */
async function usersWithIds({ db, actor }: AccountCtx, { ids }: Args): Promise<unknown> {
  if (!Array.isArray(ids)) throw new GraphQlFault("users needs ids, a list");
  const wanted = ids
    .filter((id): id is string => typeof id === "string" && isStorableText(id))
    .slice(0, MAX_USERS);
  const shared = (await allowedProjects(db, actor, "members:read")).map(({ id }) => id);
  const rows = await db.prisma.user.findMany({
    where: {
      id: { in: wanted },
      OR: [
        { id: actor.userId },
        { projects: { some: { projectId: { in: shared } } } },
        { entities: { some: { entity: { projects: { some: { id: { in: shared } } } } } } },
      ],
    },
    orderBy: { id: "asc" },
    select: { id: true, name: true },
  });
  return { edges: rows.map(({ id, name }) => ({ node: { id, username: name, name } })) };
}

const MAX_USERS = 1000;

/** Where our pages are; clients build their links from it. */
async function serverInfo(): Promise<unknown> {
  const { NEXTAUTH_URL, HOST, PORT } = env();
  return { frontendHost: NEXTAUTH_URL ? new URL(NEXTAUTH_URL).origin : `http://${HOST}:${PORT}` };
}

/** Makes the project where it does not exist and the caller may make it. */
async function upsertModel({ db, actor }: AccountCtx, { input }: Args): Promise<unknown> {
  const fields = isDict(input) ? input : {};
  const name = requireText(fields, "name", "upsertModel");
  const entity = textOf(fields.entityName) ?? actor.defaultEntity;
  const path = `${entity}/${name}`;
  await ensureProject(db, actor, path).catch((error: unknown) => {
    throw error instanceof Rejected ? new GraphQlFault(error.message) : error;
  });
  const project = await findProject(db, actor, path);
  if (!project)
    throw new GraphQlFault(`No access to project ${path}; it cannot be created, or you are not a member`);
  return {
    model: {
      ...shapeProject(project),
      description: typeof fields.description === "string" ? fields.description : "",
    },
  };
}

function requireText(args: Args, name: string, field: string): string {
  const text = textOf(args[name]);
  if (text === null) throw new GraphQlFault(`${field} needs ${name}, a name without slashes`);
  return text;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && /^[^/\s]{1,128}$/.test(value) && isStorableText(value) ? value : null;
}
