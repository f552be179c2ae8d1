import { requireShortPatterns } from "#lib/compat/objects/check-schema.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";

/** Throws at a pattern of a JSON Schema that no text can be held against, which no sample is to blame for. */
export async function requireShortPatternsOf(grader: Grader): Promise<void> {
  const parts = grader.type === "multi" ? Object.entries(grader.graders) : [];
  if (grader.type === "spindle.json_schema")
    await requireShortPatterns(grader.schema, ["body", "grader", "schema"]);
  for (const [name, part] of parts)
    if (part.type === "spindle.json_schema")
      await requireShortPatterns(part.schema, ["body", "grader", "graders", name, "schema"]);
}
