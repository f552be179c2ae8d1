import { newId } from "#lib/platform/ids.ts";

/** The id that the front server gave the request, or a new one. */
export function requestIdOf(request: Request): string {
  return request.headers.get("x-request-id") ?? newId();
}
