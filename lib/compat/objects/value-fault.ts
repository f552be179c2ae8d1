import { compileFieldSchema } from "./field-schema.ts";

type Validator = ReturnType<typeof compileFieldSchema>;

/** What is wrong with a value, as the end of a sentence about it; null where it fits. */
export function faultOf(validate: Validator, value: unknown): string | null {
  try {
    if (validate(value)) return null;
  } catch (error) {
    if (error instanceof RangeError)
      return "cannot be checked because the schema refers to itself endlessly; correct it";
    throw error;
  }
  const [problem] = validate.errors ?? [];
  const where = problem?.instancePath ? `at ${problem.instancePath} ` : "";
  return `${where}${problem?.message ?? "is refused"}`;
}

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
