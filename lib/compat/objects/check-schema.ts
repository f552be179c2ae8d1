import { isDict } from "#lib/contract/fields.ts";
import { type InvalidRequest, Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { compileFieldSchema } from "./field-schema.ts";
import { isCheapSchema } from "./is-cheap-schema.ts";
import { type Place, patternsIn } from "./patterns-in.internal.ts";
import { askSchemaThread } from "./schema-checker.ts";
import type { SchemaAnswer } from "./schema-request.ts";
import { faultOf, keptValidator } from "./value-fault.ts";

/**
 * Throws where an annotation spec's schema cannot be used: `InvalidRequest` at the pattern that is too long or would stall on some texts,
 * where `place` is the schema's own, else `Rejected`.
 */
export async function requireFitSchema(schema: unknown, place: Place): Promise<void> {
  const text = JSON.stringify(schema);
  if (!isDict(schema) || isCheapSchema(schema, text)) return void compileFieldSchema(schema);
  const patterns = patternsIn(schema);
  for (const [pattern, inner] of patterns)
    if (isRefused(await askSchemaThread({ kind: "read", pattern }))) throw tooLong([...place, ...inner]);
  const answer = await askSchemaThread({ kind: "compile", schema: text });
  if (answer === null)
    throw new Rejected("field_schema takes too long to read; make it smaller, or use fewer references");
  requireUnrefused(answer);
  for (const [pattern, inner] of patterns)
    if (isRefused(await askSchemaThread({ kind: "probe", pattern })))
      throw endless([...place, ...inner], pattern);
}

/** A pattern that is shorter may be too much all the same, which shows when a value is checked. */
const SHORT = 10_000;

/** Throws `InvalidRequest` at a pattern that is too long to be used, where nothing else is asked of a schema. */
export async function requireShortPatterns(schema: unknown, place: Place): Promise<void> {
  for (const [pattern, inner] of patternsIn(schema))
    if (pattern.length > SHORT && isRefused(await askSchemaThread({ kind: "read", pattern })))
      throw tooLong([...place, ...inner]);
}

function isRefused(answer: SchemaAnswer | null): boolean {
  return answer === null || "refused" in answer;
}

function tooLong(place: Place): InvalidRequest {
  return invalidAt([...place], { type: "value_error", text: "The pattern is too long; shorten it" });
}

function endless(place: Place, pattern: string): InvalidRequest {
  const text = `The pattern ${pattern.slice(0, 200)} never ends on some texts; avoid repetitions inside repetitions`;
  return invalidAt([...place], { type: "value_error", text });
}

/** Of one request to the thread, so that those of others come in between. */
const MAX_VALUES = 100;

/** What is wrong with each value by the schema of an annotation spec, in order; throws `Rejected` where that cannot be found out in time. */
export async function findValueFaults(
  schema: unknown,
  values: readonly unknown[],
): Promise<(string | null)[]> {
  const text = JSON.stringify(schema);
  if (isCheapSchema(schema, text)) {
    const validate = keptValidator(text);
    return values.map((value) => faultOf(validate, value));
  }
  const faults: (string | null)[] = [];
  for (let start = 0; start < values.length; start += MAX_VALUES) {
    const some = values.slice(start, start + MAX_VALUES);
    const answer = await askSchemaThread({ kind: "check", schema: text, values: some });
    if (answer === null) throw new Rejected(TOO_SLOW);
    faults.push(...requireUnrefused(answer));
  }
  return faults;
}

const TOO_SLOW =
  "Checking the values against the schemas of their annotation specs takes too long; simplify the schemas, especially their patterns";

function requireUnrefused(answer: SchemaAnswer): readonly (string | null)[] {
  if ("refused" in answer) throw new Rejected(answer.refused);
  return answer.faults;
}
