import { asksForSpans } from "#lib/contract/annotation/spans.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { loadSpecs } from "./annotation-specs.internal.ts";
import { schemaIn } from "./find-span-problems.ts";

/** Which of the fields ask for passages of a text. */
export async function findSpanFields(
  db: Db,
  projectId: string,
  refs: readonly string[],
): Promise<Set<string>> {
  const findSpec = await loadSpecs(db, projectId, new Set(refs));
  return new Set(refs.filter((ref) => asksForSpans(schemaIn(findSpec(ref)?.val))));
}
