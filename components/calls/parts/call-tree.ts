import type { Call } from "#lib/contract/traces/call-fields.ts";

type InTree = Pick<Call, "id" | "parentId" | "startedAt">;
export type CallTreeRow<C extends InTree> = { call: C; depth: number };

/**
 * The calls of a trace from the top down, each before those below it, siblings by their start. With `rootId`, only that call's branch.
 * A call whose parent is not among them stands at the top; calls that name each other as parents appear once.
 */
export function callTree<C extends InTree>(calls: readonly C[], rootId?: string): CallTreeRow<C>[] {
  const known = new Set(calls.map(({ id }) => id));
  const children = new Map<string, C[]>();
  const tops: C[] = [];
  for (const call of [...calls].sort(byStart)) {
    const { parentId } = call;
    if (!parentId || !known.has(parentId) || parentId === call.id) tops.push(call);
    else children.set(parentId, [...(children.get(parentId) ?? []), call]);
  }
  const starts = rootId === undefined ? tops : calls.filter(({ id }) => id === rootId);
  const rows = walk(starts, children);
  if (rootId !== undefined) return rows;
  // A ring of parents hangs on no top; its calls are shown rather than lost.
  const seen = new Set(rows.map(({ call }) => call.id));
  return [...rows, ...calls.filter(({ id }) => !seen.has(id)).map((call) => ({ call, depth: 0 }))];
}

function walk<C extends InTree>(starts: readonly C[], children: ReadonlyMap<string, C[]>): CallTreeRow<C>[] {
  const rows: CallTreeRow<C>[] = [];
  const seen = new Set<string>();
  const stack = starts.map((call) => ({ call, depth: 0 })).reverse();
  for (let row = stack.pop(); row; row = stack.pop()) {
    if (seen.has(row.call.id)) continue;
    seen.add(row.call.id);
    rows.push(row);
    const below = children.get(row.call.id) ?? [];
    for (const call of below.toReversed()) stack.push({ call, depth: row.depth + 1 });
  }
  return rows;
}

function byStart(a: InTree, b: InTree): number {
  return a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : a.id < b.id ? -1 : 1;
}
