import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isDict } from "#lib/contract/fields.ts";
import { Rejected } from "#lib/errors.ts";

/** The check that an annotation's value fits its spec's JSON Schema. Throws `Rejected` when the schema is none. */
export function compileFieldSchema(schema: unknown): ValidateFunction {
  if (!isDict(schema)) throw new Rejected("field_schema must be a JSON Schema object");
  try {
    // A compiler of its own each time, as schemas may share an $id and compiled ones are never given back.
    const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false });
    addFormats.default(ajv);
    const { $schema: _, ...rest } = schema;
    return ajv.compile(rest);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    throw new Rejected(`field_schema is not a JSON Schema: ${reason.slice(0, 300)}`);
  }
}
