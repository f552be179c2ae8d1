import { isDict } from "#lib/contract/fields.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { compileFieldSchema } from "./field-schema.ts";
import { isCheapSchema } from "./is-cheap-schema.ts";
import { askSchemaThread } from "./schema-checker.ts";
import type { SchemaAnswer } from "./schema-request.ts";
import { faultOf, keptValidator } from "./value-fault.ts";

/** Throws `Rejected` where an annotation spec's schema is none, takes too long to read, or has a pattern that would stall on some texts. */
export async function requireFitSchema(schema: unknown): Promise<void> {
  const text = JSON.stringify(schema);
  if (!isDict(schema) || isCheapSchema(schema, text)) return void compileFieldSchema(schema);
  const answer = await askSchemaThread({ kind: "compile", schema: text });
  if (answer === null)
    throw new Rejected("field_schema takes too long to read; make it smaller, or use fewer references");
  requireUnrefused(answer);
  for (const pattern of patternsIn(schema))
    if ((await askSchemaThread({ kind: "probe", pattern })) === null)
      throw new Rejected(
        `The pattern ${pattern.slice(0, 200)} of field_schema never ends on some texts; avoid repetitions inside repetitions`,
      );
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

/** Of the keywords `pattern` and `patternProperties`, and of whatever looks like them. */
function patternsIn(value: unknown): Set<string> {
  const found = new Set<string>();
  const walk = (part: unknown) => {
    if (Array.isArray(part)) for (const element of part) walk(element);
    if (!isDict(part)) return;
    if (typeof part.pattern === "string") found.add(part.pattern);
    if (isDict(part.patternProperties)) for (const key of Object.keys(part.patternProperties)) found.add(key);
    for (const inner of Object.values(part)) walk(inner);
  };
  walk(value);
  return found;
}
