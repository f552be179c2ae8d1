/** Ids of rows that teach labels say the item, the use and the question (lib/datasets/rows/candidates-of.ts). */
const LABELLED = /^[^/]+\/labels\/([^/]+)(?:\/[^/]+)?$/;

/** The question to which a row teaches the answer, by the name of its object; null of rows that teach something else. */
export function labelledObject({ row_id }: Readonly<Record<string, unknown>>): string | null {
  return (typeof row_id === "string" && LABELLED.exec(row_id)?.[1]) || null;
}
