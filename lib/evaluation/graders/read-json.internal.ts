import { JsonScan } from "#lib/platform/json/json-scan.ts";

/** The value of a JSON text; undefined where it is none, or is nested deeper than a request's body may be. */
export function readJson(text: string): unknown {
  try {
    new JsonScan().take(Buffer.from(text));
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
