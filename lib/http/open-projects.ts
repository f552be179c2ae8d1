import { ensureProject } from "#lib/auth/ensure-project.ts";
import { requireProject } from "#lib/auth/require-project.ts";
import type { Actor, Project } from "#lib/context.ts";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/db/database.ts";

/** The projects that the input names, each authorised; one refusal refuses the request. */
export async function openProjects(
  db: Db,
  actor: Actor | null,
  { endpoint, input }: { endpoint: AnyEndpoint; input: Record<string, unknown> },
): Promise<Map<string, Project>> {
  const projects = new Map<string, Project>();
  if (endpoint.needs === null || endpoint.projectAt === "verb" || !actor) return projects;
  for (const path of projectPaths(endpoint.projectAt ?? "{projectId}", input)) {
    if (endpoint.createsProject) await ensureProject(db, actor, path);
    projects.set(path, await requireProject(db, actor, { path, permission: endpoint.needs }));
  }
  return projects;
}

/** Fills a place such as `{start.projectId}`, `{entity}/{project}` or `{batch.*.projectId}` from the input; distinct values in order. */
export function projectPaths(place: string, input: Record<string, unknown>): Set<string> {
  const fields = [...place.matchAll(/\{([^}]+)\}/g)].map((found) =>
    valuesAt(input, (found[1] ?? "").split(".")),
  );
  const [first = [], second] = fields;
  return new Set(second ? [`${first[0]}/${second[0]}`] : first);
}

function valuesAt(value: unknown, path: string[]): string[] {
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === "string" ? [value] : [];
  if (key === "*") return Array.isArray(value) ? value.flatMap((element) => valuesAt(element, rest)) : [];
  return typeof value === "object" && value !== null ? valuesAt(Reflect.get(value, key), rest) : [];
}
