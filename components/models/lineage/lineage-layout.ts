import type { Lineage, LineageNode } from "#lib/contract/models/models.ts";

/** A node at its place, in cells: columns from the left, lanes from the top. */
export type PlacedNode = LineageNode & { column: number; lane: number; fromIds: readonly string[] };

export type LineageLayout = {
  nodes: readonly PlacedNode[];
  edges: Lineage["edges"];
  columns: number;
  lanes: number;
};

/**
 * Lays the lineage out from left to right: a node is one column after the last of its sources, and data are right before their first job.
 * The node with the most descendants gets the upper lane, so that the line of checkpoints is straight, with dead ends below it.
 */
export function lineageLayout({ nodes, edges }: Pick<Lineage, "nodes" | "edges">): LineageLayout {
  const fromIds = new Map(nodes.map(({ id }) => [id, [] as string[]]));
  const toIds = new Map(nodes.map(({ id }) => [id, [] as string[]]));
  for (const { fromId, toId } of edges) {
    fromIds.get(toId)?.push(fromId);
    toIds.get(fromId)?.push(toId);
  }
  const columns = columnsOf(nodes, { fromIds, toIds });
  const weights = weightsOf(nodes, toIds);
  const ordered = nodes.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (weights.get(b.id) ?? 0) - (weights.get(a.id) ?? 0) || 0,
  );
  const filled = new Map<number, number>();
  const lanes = new Map<string, number>();
  for (const { id } of ordered) {
    const column = columns.get(id) ?? 0;
    const lane = filled.get(column) ?? 0;
    filled.set(column, lane + 1);
    lanes.set(id, lane);
  }
  const placed = nodes.map((node) => ({
    ...node,
    column: columns.get(node.id) ?? 0,
    lane: lanes.get(node.id) ?? 0,
    fromIds: fromIds.get(node.id) ?? [],
  }));
  return {
    nodes: placed,
    edges,
    columns: Math.max(0, ...columns.values()) + 1,
    lanes: Math.max(1, ...filled.values()),
  };
}

type Neighbours = { fromIds: ReadonlyMap<string, string[]>; toIds: ReadonlyMap<string, string[]> };

/** Nodes come before what came from them, so that one pass is enough; data then move to their job. */
function columnsOf(nodes: readonly LineageNode[], { fromIds, toIds }: Neighbours): Map<string, number> {
  const columns = new Map<string, number>();
  for (const { id, kind } of nodes) {
    const from = fromIds.get(id) ?? [];
    const known = from.map((one) => columns.get(one) ?? 0);
    // Of a job the checkpoint before it, and room for its data, come first.
    columns.set(id, from.length === 0 && kind !== "data" ? 0 : Math.max(-1, ...known) + 1);
  }
  for (const { id, kind } of nodes) {
    const jobs = toIds.get(id) ?? [];
    if (kind === "data" && jobs.length > 0)
      columns.set(id, Math.max(0, Math.min(...jobs.map((job) => columns.get(job) ?? 1)) - 1));
  }
  return columns;
}

/** How much came of each node in the end. */
function weightsOf(nodes: readonly LineageNode[], toIds: ReadonlyMap<string, string[]>): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { id } of nodes.toReversed())
    weights.set(
      id,
      (toIds.get(id) ?? []).reduce((sum, to) => sum + 1 + (weights.get(to) ?? 0), 0),
    );
  return weights;
}

/** Data stand below everything else of their column. */
function rankOf({ kind }: LineageNode): number {
  return kind === "data" ? 1 : 0;
}
