import type { Ctx } from "#lib/access/context.ts";
import { findObjects } from "#lib/compat/objects/find-objects.ts";
import { parseRef } from "#lib/compat/refs/ref.ts";
import type { RefEdge } from "#lib/compat/refs/ref-edges.ts";
import { findTableRow } from "#lib/compat/tables/find-table-row.ts";
import { isDict } from "#lib/contract/fields.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { valueAt } from "#lib/platform/json/value-at.ts";
import { objectRef } from "./object-ref.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

/** References that stand in values may lead to values with references in them, in a circle too. */
const MAX_STEPS = 64;

/** What lies at the end of a path into a value; undefined where it leads nowhere. A reference on the way is followed inside its project. */
export async function followEdges(place: Place, value: unknown, edges: readonly RefEdge[]): Promise<unknown> {
  let at = value;
  const left = [...edges];
  for (let steps = 0; left.length > 0 && at !== undefined; steps++) {
    if (steps === MAX_STEPS) throw new Rejected(`The path leads through more than ${MAX_STEPS} steps`);
    const [edge] = left;
    if (!edge) break;
    const table = typeof at === "string" ? tableOf(place, at) : null;
    const target = typeof at === "string" && table === null ? objectRef(at) : null;
    if (target) {
      at = target.projectPath === place.project.path ? await valueNamed(place, target) : undefined;
      left.unshift(...target.edges);
      continue;
    }
    left.shift();
    at = table === null ? inside(at, edge) : await rowOf(place, table, edge);
  }
  return at;
}

function tableOf({ project }: Place, text: string): string | null {
  const ref = parseRef(text);
  return ref?.kind === "table" && `${ref.entity}/${ref.project}` === project.path ? ref.name : null;
}

async function valueNamed(place: Place, target: { objectId: string; digest: string }): Promise<unknown> {
  const [found] = await findObjects(place, [target]);
  return found && !found.isDeleted ? found.val : undefined;
}

function rowOf(place: Place, table: string, edge: RefEdge): Promise<unknown> {
  if (edge.kind === "row") return findTableRow(place, { table, digest: edge.digest });
  if (edge.kind === "index") return findTableRow(place, { table, index: edge.index });
  return Promise.resolve(undefined);
}

function inside(value: unknown, edge: RefEdge): unknown {
  if (edge.kind === "row") return undefined;
  if (edge.kind === "index") return Array.isArray(value) ? value[edge.index] : undefined;
  return isDict(value) ? valueAt(value, [edge.name]) : undefined;
}
