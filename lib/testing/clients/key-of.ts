import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import type { Caller } from "#lib/testing/harness.ts";

/** A caller's API key as programs are handed it. */
export function keyOf({ headers }: Caller): string {
  return (bearerHeaders(headers).authorization ?? "").replace("Bearer ", "");
}
