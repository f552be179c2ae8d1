import type { AccountCtx, Project } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { ChatRequest } from "#lib/contract/serving/chat-request.ts";
import { type ResolvedModel, resolveModel } from "#lib/models/models/resolve-model.ts";
import { findUpstream, type OpenUpstream } from "#lib/models/upstreams/find-upstream.ts";
import { Forbidden } from "#lib/platform/errors.ts";

/** The model that answers a completion, and the project; null if neither the request nor the model has one. */
export type Target = { readonly project: Project | null } & (
  | { readonly kind: "upstream"; readonly upstream: OpenUpstream; readonly model: string }
  | { readonly kind: "own"; readonly resolved: ResolvedModel }
);

/** Finds the model that answers. Throws `Forbidden`, or `NotFound` in the same words for unknown models and those of other tenants. */
export async function findTarget(
  { db, actor }: AccountCtx,
  { model: name, metadata }: ChatRequest,
): Promise<Target> {
  const permission = "chat:create";
  const path = metadata?.projectId;
  const named = path === undefined ? null : await requireProject(db, actor, { path, permission });
  if (!named && (await allowedProjects(db, actor, permission)).length === 0)
    throw new Forbidden(
      `None of your projects lets you use models, or the API key lacks a scope that allows ${permission}`,
    );
  const found = await findUpstream(db, name);
  if (found) return { kind: "upstream", project: named, ...found };
  const resolved = await resolveModel(db, actor, name);
  const own = resolved.kind === "checkpoint" ? resolved.model.project : null;
  return { kind: "own", project: named ?? own, resolved };
}
