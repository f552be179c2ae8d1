import * as z from "#lib/contract/zod.ts";
import type { Problem } from "#lib/platform/errors.ts";
import { problemsOf } from "./validation-errors.ts";

/** The decoded value of a part of an input, or its problems. */
export type Part = { fields: Record<string, unknown>; problems: Problem[] };

/** Reads one part of an input: `path`, `query` or `body`. */
export function decodePart(schema: z.Schema | undefined, place: string, raw: unknown): Part {
  if (!schema) return { fields: {}, problems: [] };
  const result = z.safeDecode(schema, raw);
  const problems = result.success ? [] : problemsOf(result.error, place, raw);
  // Each part of an input is a wire object, so what it decodes to is an object.
  return { fields: (result.data ?? {}) as Record<string, unknown>, problems };
}
