import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isDict } from "#lib/contract/fields.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { refersToItselfEndlessly } from "./endless-reference.internal.ts";

/** The check that an annotation's value fits its spec's JSON Schema; callers' own schemas go through `check-schema.ts`. Throws `Rejected` when the schema is none, or never ends. */
export function compileFieldSchema(schema: unknown): ValidateFunction {
  if (!isDict(schema)) throw new Rejected("field_schema must be a JSON Schema object");
  try {
    // A compiler of its own each time, as schemas may share an $id and compiled ones are never given back.
    const ajv = new Compiler(OPTIONS);
    addFormats.default(ajv);
    // With Ajv's own `$async` the check would answer a promise, which counts as true and fails where nobody listens.
    const { $schema: _, $async: __, ...rest } = schema;
    // First, as compiling some such schemas never ends either.
    if (refersToItselfEndlessly(rest)) throw new Rejected(ENDLESS);
    return ajv.compile(rest);
  } catch (error) {
    if (error instanceof Rejected) throw error;
    const reason = error instanceof Error ? error.message : "it cannot be read";
    throw new Rejected(`field_schema is not a JSON Schema: ${reason.slice(0, 300)}`);
  }
}

/** The whole message, as people read it. */
export const ENDLESS = "field_schema refers to itself endlessly; correct its references";

const OPTIONS = { strict: false, allErrors: false, logger: false } as const;
const schemasOfSchemas = new Ajv2020(OPTIONS);

/** What a schema may look like is compiled once for all: it is a schema itself, and takes twenty times as long as a usual one. */
class Compiler extends Ajv2020 {
  override validateSchema(...asked: Parameters<Ajv2020["validateSchema"]>) {
    return schemasOfSchemas.validateSchema(...asked);
  }
}
