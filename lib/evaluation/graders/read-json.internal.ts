import { JsonScan } from "#lib/platform/json/json-scan.ts";

/** The value of a JSON text; undefined where it is none, or is nested deeper than a request's body may be. */
export function readJson(text: string): unknown {
  const value = parsed(text);
  return value === undefined || isTooDeep(text) ? undefined : value;
}

/** Whether a text is JSON, but not of a form that a request's body may have. */
export function isJsonTooDeep(text: string): boolean {
  return parsed(text) !== undefined && isTooDeep(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string): boolean {
  try {
    new JsonScan().take(Buffer.from(text));
    return false;
  } catch {
    return true;
  }
}
