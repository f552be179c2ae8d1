import { InvalidRequest } from "#lib/errors.ts";

/** Says at which character (0-based) a text stops being JSON. */
export function problemsOfJson(text: string, error: unknown): InvalidRequest {
  const found = error instanceof Error ? /at position (\d+)/.exec(error.message) : null;
  // V8 names no position when the text simply ends too early.
  const offset = found ? Number(found[1]) : text.length;
  return new InvalidRequest([{ type: "json_invalid", loc: ["body", offset], msg: "JSON decode error" }]);
}
