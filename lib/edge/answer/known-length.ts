import type { ServerResponse } from "node:http";

/** Next takes `Content-Length` away from the answers of routes; the front server puts it back from this header, which never leaves. */
const KNOWN_LENGTH = "x-spindle-known-length";

/** The headers of a body of so many bytes, by which its reader knows whether it has all of it. */
export function lengthHeaders(bytes: number): Record<string, string> {
  return { "Content-Length": String(bytes), [KNOWN_LENGTH]: String(bytes) };
}

/** To be called before the head of a response is written. */
export function restoreLength(response: ServerResponse): void {
  const length = response.getHeader(KNOWN_LENGTH);
  if (length === undefined) return;
  response.removeHeader(KNOWN_LENGTH);
  // What was compressed on the way is shorter.
  if (!response.hasHeader("content-encoding")) response.setHeader("Content-Length", length);
}
