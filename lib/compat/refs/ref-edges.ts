/** A step from a value into it: a member by its name, an element by its place, or a table's row by its digest. */
export type RefEdge =
  | { kind: "member"; name: string }
  | { kind: "index"; index: number }
  | { kind: "row"; digest: string };

/** `<scheme>:///<entity>/<project>/<kind>/<name>`, which may end with `:<version>`. */
const HEAD = /^[^/\s]+:\/\/\/[^/]+\/[^/]+\/[^/]+\/[^/]+/;

/** The path after a reference's version, in steps: `/attr/rows/id/<digest>` is two. Null where it is not such a path. */
export function refEdges(text: string): RefEdge[] | null {
  const path = text.slice(HEAD.exec(text)?.[0].length ?? text.length);
  const segments = path === "" ? [] : path.slice(1).split("/");
  if (segments.length % 2 === 1) return null;
  const edges: RefEdge[] = [];
  for (let i = 0; i < segments.length; i += 2) {
    const edge = edgeOf(segments[i] ?? "", decoded(segments[i + 1] ?? ""));
    if (!edge) return null;
    edges.push(edge);
  }
  return edges;
}

function edgeOf(kind: string, name: string | null): RefEdge | null {
  if (name === null || name === "") return null;
  if (kind === "attr" || kind === "key") return { kind: "member", name };
  if (kind === "id") return { kind: "row", digest: name };
  return kind === "index" && /^\d{1,9}$/.test(name) ? { kind: "index", index: Number(name) } : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
