import type { TokenConstraint } from "#lib/engine/port/port.ts";
import { byteConstraint, type Tokens } from "./bytes/byte-constraint.internal.ts";
import { END, spaces } from "./bytes/byte-states.internal.ts";
import { compileSchema, type SchemaOptions } from "./compile-schema.internal.ts";
import { value } from "./json-states.internal.ts";

/** Objects and arrays within one another. */
const MAX_DEPTH = 32;

/**
 * Compiles a JSON Schema; each call of what is answered makes, for one completion, what narrows its tokens to the text of one JSON value in
 * valid UTF-8 that fits the schema. Every text that it allows can be completed by tokens of one byte. Throws `UnsupportedSchema`, with
 * keyword and place, for what no grammar can hold, for a schema that no value fits, and for one that is too large.
 *
 * Narrower than JSON where that costs the model nothing: little space between tokens, keys and listed values in their shortest spelling,
 * numbers that a double holds, at most 32 levels, and no properties that a schema with properties does not name.
 */
export function jsonConstraint(
  schema: unknown,
  tokens: Tokens,
  options: SchemaOptions = {},
): () => TokenConstraint {
  const root = compileSchema(schema, MAX_DEPTH, options);
  return () => byteConstraint([value(root, MAX_DEPTH, spaces(END))], tokens);
}
