import type { AccountCtx } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { listServedModels as contract, ServedModel } from "#lib/contract/models/served-models.ts";
import { listBaseModels, listUnusableModels } from "#lib/models/base-models/base-models.ts";
import { listUpstreamModels } from "#lib/models/upstreams/list-upstream-models.ts";

/** Lists a registered model under its full reference, and also under its bare name if that is unambiguous. */
export async function listServedModels(ctx: AccountCtx): Promise<ReplyOf<typeof contract>> {
  const bases = await listBaseModels();
  const served = bases.map(({ name, createdAt }) => asServed(name, createdAt, "spindle"));
  for (const model of await listUpstreamModels(ctx.db))
    served.push(asServed(model.id, model.createdAt, model.ownedBy));
  const taken = new Set(bases.map(({ name }) => name));
  for (const { name, path, createdAt, isOnly } of await registeredModels(ctx)) {
    if (isOnly && !taken.has(name)) served.push(asServed(name, createdAt, path));
    served.push(asServed(fullReference(path, name), createdAt, path));
  }
  const unusable = (await listUnusableModels()).map(({ name, reason }) => ({ id: name, reason }));
  return { object: "list", data: served, unusable };
}

/** The name of a registered model that never means another one. */
export function fullReference(projectPath: string, name: string): string {
  return `wandb-artifact:///${projectPath}/${name}`;
}

function asServed(id: string, createdAt: Date, ownedBy: string): ServedModel {
  return { id, object: "model", created: Math.floor(createdAt.getTime() / 1000), ownedBy };
}

type Registered = { name: string; path: string; createdAt: Date; isOnly: boolean };

/** Oldest first. */
async function registeredModels({ db, actor }: AccountCtx): Promise<Registered[]> {
  const projects = await allowedProjects(db, actor, "models:read");
  const paths = new Map(projects.map(({ id, path }) => [id, path]));
  const rows = await db.prisma.model.findMany({
    where: { projectId: { in: [...paths.keys()] }, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  return rows.map(({ name, projectId, createdAt }) => ({
    name,
    createdAt,
    path: paths.get(projectId) ?? "",
    isOnly: counts.get(name) === 1,
  }));
}
