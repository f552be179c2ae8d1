import type { Ctx } from "#lib/access/context.ts";
import { findObjectVersion } from "#lib/compat/objects/find-object.ts";
import { labelledObject } from "#lib/contract/datasets/labelled-rows.ts";
import type { BlindQuestion } from "#lib/contract/evaluation/blind-answers.ts";
import { isDict } from "#lib/contract/fields.ts";

/** Says of a row that teaches labels to which question, as it reads now: no message of such a row holds it. */
export async function askedQuestions(
  { db, project }: Pick<Ctx, "db" | "project">,
  rows: readonly unknown[],
): Promise<(row: unknown) => BlindQuestion | null> {
  const objectOf = (row: unknown) => (isDict(row) ? labelledObject(row) : null);
  const found = new Map<string, BlindQuestion>();
  for (const objectId of new Set(rows.flatMap((row) => objectOf(row) ?? []))) {
    const version = await findObjectVersion(db, project.id, objectId, "latest");
    if (!isDict(version?.val)) continue;
    const { name, description, field_schema } = version.val;
    found.set(objectId, { objectId, spec: { name, description, field_schema } });
  }
  return (row) => found.get(objectOf(row) ?? "") ?? null;
}
