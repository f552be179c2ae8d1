import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx, Project } from "#lib/access/context.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import { listProjects } from "#lib/access/projects/list-projects.ts";
import type { createKey as contract } from "#lib/contract/access/keys.ts";
import { type KeyScope, type Role, roleAllows, SCOPE_NEEDS } from "#lib/contract/access.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Forbidden } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { mintApiKey } from "./api-key.ts";
import { findKeys } from "./find-keys.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export async function createKey(
  ctx: AccountCtx,
  { name, scopes: asked, projectIds, expiresInDays }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const scopes = [...new Set(asked)];
  const projects = await requireProjects(ctx, [...new Set(projectIds)]);
  await requireScopes(ctx, scopes, projects);
  const [id, { key, parts }] = [newId(), mintApiKey()];
  const expiresAt = expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * DAY_MS);
  const { actor, requestId } = ctx;
  return ctx.db.transaction(async (db) => {
    await db.prisma.apiKey.create({
      data: {
        id,
        name,
        userId: actor.userId,
        scopes,
        projectIds: projects.map((project) => project.id),
        expiresAt,
        ...parts,
      },
    });
    await recordAudit(
      { db, actor, requestId },
      { action: "key.created", target: id, details: { scopes: scopes.join(" "), projects: projects.length } },
    );
    const [record] = await findKeys(db, actor, { id });
    if (!record) throw new Error("A key just made is not there");
    return { key, record };
  });
}

async function requireProjects({ db, actor }: AccountCtx, paths: string[]): Promise<Project[]> {
  const projects: Project[] = [];
  for (const path of paths)
    projects.push(await requireProject(db, actor, { path, permission: "project:read" }));
  return projects;
}

/** In each named project the creator's role must cover each scope; for all projects, it must do so in at least one. */
async function requireScopes(ctx: AccountCtx, scopes: KeyScope[], projects: Project[]): Promise<void> {
  if (ctx.actor.isInstanceAdmin) return;
  for (const scope of scopes) {
    const tooNarrow = projects.find(({ role }) => !covers(role, scope));
    if (tooNarrow)
      throw new Forbidden(
        `Your role ${tooNarrow.role} in ${tooNarrow.path} does not cover the scope ${scope}; leave one of them out`,
      );
  }
  if (projects.length > 0) return;
  const own = (await listProjects(ctx)).projects;
  const beyond = scopes.find((scope) => !own.some(({ role }) => covers(role, scope)));
  if (beyond)
    throw new Forbidden(
      `None of your projects gives you a role that covers the scope ${beyond}; leave it out`,
    );
}

function covers(role: Role, scope: KeyScope): boolean {
  return roleAllows(role, SCOPE_NEEDS[scope]);
}
