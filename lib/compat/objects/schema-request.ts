/** What the thread of schemas is asked. Schemas travel as text, by which the thread keeps what it has compiled. */
export type SchemaRequest =
  | { readonly kind: "compile"; readonly schema: string }
  /** Whether a pattern can be used at all, and whether it ends on every text. */
  | { readonly kind: "read" | "probe"; readonly pattern: string }
  | { readonly kind: "check"; readonly schema: string; readonly values: readonly unknown[] };

/** What is wrong with each value, or with the schema itself; null where nothing is. */
export type SchemaAnswer = { readonly faults: readonly (string | null)[] } | { readonly refused: string };

/** What the thread posts: its answer, and what that took of its own time. */
export type SchemaReply = { readonly answer: SchemaAnswer; readonly cpuMs: number };
