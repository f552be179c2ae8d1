/** What the thread of schemas is asked. Schemas travel as text, by which the thread keeps what it has compiled. */
export type SchemaRequest =
  | { readonly kind: "compile"; readonly schema: string }
  | { readonly kind: "probe"; readonly pattern: string }
  | { readonly kind: "check"; readonly schema: string; readonly values: readonly unknown[] };

/** What is wrong with each value, or with the schema itself; null where nothing is. */
export type SchemaAnswer = { readonly faults: readonly (string | null)[] } | { readonly refused: string };
