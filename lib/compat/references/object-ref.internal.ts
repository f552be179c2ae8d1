import { parseRef } from "#lib/compat/refs/ref.ts";
import { type RefEdge, refEdges } from "#lib/compat/refs/ref-edges.ts";
import { Rejected } from "#lib/platform/errors.ts";

/** A reference to a version of an object or op, and on into its value. */
export type ObjectRef = { projectPath: string; objectId: string; digest: string; edges: RefEdge[] };

export function requireObjectRef(text: string): ObjectRef {
  const ref = objectRef(text);
  if (ref) return ref;
  const kind = parseRef(text)?.kind;
  throw new Rejected(
    kind === undefined || ["object", "op"].includes(kind)
      ? `${text} is not a reference; write weave:///<entity>/<project>/object/<name>:<version>`
      : `${text} names a ${kind}; only references to objects and ops are supported here`,
  );
}

/** Null for what is not a reference, or one to something else. */
export function objectRef(text: string): ObjectRef | null {
  const ref = parseRef(text);
  const edges = refEdges(text);
  if (!ref || !edges || ref.digest === null || !["object", "op"].includes(ref.kind)) return null;
  return { projectPath: `${ref.entity}/${ref.project}`, objectId: ref.name, digest: ref.digest, edges };
}
