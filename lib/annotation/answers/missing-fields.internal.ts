import type { DeskRules } from "#lib/annotation/slots/require-annotator.internal.ts";
import { findObjectVersion } from "#lib/compat/objects/find-object.ts";
import { parseRef } from "#lib/compat/refs/ref.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Db } from "#lib/platform/db/database.ts";

/**
 * Those fields that the rules of a queue name and that no form can show: deleted, never published, or no annotation field at all. A queue
 * may name a field before it is published.
 */
export async function missingFields(
  db: Db,
  projectId: string,
  { requiredRefs, fieldRules }: Pick<DeskRules, "requiredRefs" | "fieldRules">,
): Promise<ReadonlySet<string>> {
  const named = new Set([...requiredRefs, ...fieldRules.flatMap(({ whenRef }) => whenRef ?? [])]);
  const missing = new Set<string>();
  for (const ref of named) if (!(await canBeAsked(db, projectId, ref))) missing.add(ref);
  return missing;
}

async function canBeAsked(db: Db, projectId: string, text: string): Promise<boolean> {
  const ref = parseRef(text);
  if (!ref?.digest) return false;
  const spec = await findObjectVersion(db, projectId, ref.name, ref.digest);
  return isDict(spec?.val) && isDict(spec.val.field_schema);
}
