import type { TokenConstraint } from "#lib/engine/port.ts";
import { END, type State, spaces } from "./byte-states.internal.ts";
import { compileSchema } from "./compile-schema.internal.ts";
import { value } from "./json-states.internal.ts";

export type JsonConstraintOptions = {
  /** A JSON Schema; without one, any JSON object. */
  readonly schema?: unknown;
  /** They are allowed once the value is complete, and only then. */
  readonly endTokenIds: readonly number[];
};

/** Readings of the text so far that are followed at most; dropping one narrows what may come, and each of the others can still be finished. */
const MAX_STATES = 256;
/** Objects and arrays within one another. */
const MAX_DEPTH = 32;

/**
 * Narrows tokens to the text of one JSON value in valid UTF-8 that fits the schema. Every text that it allows can be completed by tokens of
 * one byte. Throws `UnsupportedSchema` for a schema with keywords that it does not understand, or that no value fits.
 *
 * Narrower than JSON where that costs the model nothing: little space between tokens, keys and listed values in their shortest spelling,
 * numbers that a double holds, at most 32 levels.
 */
export function jsonConstraint(
  tokenBytes: (id: number) => Uint8Array,
  { schema = { type: "object" }, endTokenIds }: JsonConstraintOptions,
): TokenConstraint {
  const ends = new Set(endTokenIds);
  const root = compileSchema(schema, MAX_DEPTH);
  let states: readonly State[] = [spaces(value(root, MAX_DEPTH, spaces(END)))];
  const after = (id: number) => {
    const bytes = tokenBytes(id);
    return bytes.length === 0 ? [] : bytes.reduce(step, states);
  };
  return {
    allows: (id) => (ends.has(id) ? states.some(({ canEnd }) => canEnd) : after(id).length > 0),
    accept: (id) => {
      if (ends.has(id)) return;
      const next = after(id);
      if (next.length === 0) throw new Error(`The token ${id} does not continue the JSON; ask allows first`);
      states = next;
    },
  };
}

function step(states: readonly State[], byte: number): readonly State[] {
  if (states.length === 1) return states[0]?.step(byte) ?? [];
  return [...new Set(states.flatMap((state) => state.step(byte)))].slice(0, MAX_STATES);
}
