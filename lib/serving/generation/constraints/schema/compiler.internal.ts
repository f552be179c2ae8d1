import type { Means } from "./means.internal.ts";
import type { Part } from "./part.internal.ts";
import type { SchemaNode } from "./schema-node.internal.ts";

/** What the forms of the single types ask of the compilation that they are part of. */
export type Compiler = {
  readonly means: Means;
  /** Objects whose properties are named have no others, where their schema does not speak of them. */
  readonly closesObjects: boolean;
  /** The node of values that fit all parts. */
  node(parts: readonly Part[]): SchemaNode;
};
