import { Rejected } from "#lib/platform/errors.ts";
import { compileFieldSchema, ENDLESS } from "./field-schema.ts";

type Validator = ReturnType<typeof compileFieldSchema>;

/** What is wrong with a value, as the end of a sentence about it; null where it fits. Throws `Rejected` where the schema is at fault, not the value. */
export function faultOf(validate: Validator, value: unknown): string | null {
  try {
    if (validate(value)) return null;
  } catch (error) {
    if (error instanceof RangeError) throw new Rejected(ENDLESS);
    // Patterns are made ready for use when the first text is held against them.
    if (error instanceof SyntaxError) throw new Rejected(TOO_LONG);
    throw error;
  }
  const [problem] = validate.errors ?? [];
  const where = problem?.instancePath ? `at ${problem.instancePath} ` : "";
  return `${where}${problem?.message ?? "is refused"}`;
}

const TOO_LONG = "A pattern of field_schema is too long; shorten it";

const MAX_VALIDATORS = 500;
/** By the text of the schema, as compiling one takes longer than checking thousands of values. */
const validators = new Map<string, Validator>();

export function keptValidator(schema: string): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const made = compileFieldSchema(JSON.parse(schema));
  const [oldest] = validators.keys();
  if (validators.size >= MAX_VALIDATORS && oldest !== undefined) validators.delete(oldest);
  validators.set(schema, made);
  return made;
}
