export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/** One visible line of a JSON tree. */
export type JsonRow = {
  /** JSON Pointer of the value; unique in its tree. */
  path: string;
  depth: number;
  /** The name or index in the parent; null at the root. */
  name: string | null;
  kind: JsonKind;
  value: unknown;
  /** How many children it has; 0 for plain values. */
  childCount: number;
  isOpen: boolean;
};

/** Lists the lines of a JSON value from top to bottom, going into a container only where `isOpen` says so. */
export function jsonRows(
  value: unknown,
  isOpen: (path: string, depth: number, childCount: number) => boolean,
): JsonRow[] {
  const rows: JsonRow[] = [];
  // A stack in place of recursion: callers' JSON may be nested deeper than the call stack.
  const pending = [{ path: "", depth: 0, name: null as string | null, value }];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const childCount = countChildren(node.value);
    const open = childCount > 0 && isOpen(node.path, node.depth, childCount);
    rows.push({ ...node, kind: kindOf(node.value), childCount, isOpen: open });
    if (!open) continue;
    const { path, depth } = node;
    for (const [name, child] of childrenOf(node.value).reverse())
      pending.push({ path: `${path}/${escapePointer(name)}`, depth: depth + 1, name, value: child });
  }
  return rows;
}

/** Where the parent of a row stands, or -1 for the root. */
export function parentIndex(rows: readonly JsonRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let i = index - 1; i >= 0; i--) if ((rows[i]?.depth ?? 0) < depth) return i;
  return -1;
}

function childrenOf(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((child, i) => [String(i), child]);
  if (typeof value === "object" && value !== null) return Object.entries(value);
  return [];
}

/** Counting makes no list of what a closed container holds. */
function countChildren(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

function kindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "object" || type === "number" || type === "boolean" ? type : "string";
}

export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
