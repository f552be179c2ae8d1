import { env } from "#lib/platform/env.ts";
import { Forbidden } from "#lib/platform/errors.ts";
import { ownOrigin } from "./own-path.ts";

/** A page elsewhere can make a browser send our cookie; only requests that change nothing may come without proof of origin. */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isRead = request.method === "GET" || request.method === "HEAD";
  const cameFromElsewhere =
    (site !== null && site !== "same-origin" && !(isRead && site === "none")) ||
    (origin !== null && !isOwnOrigin(origin, request));
  if (cameFromElsewhere || (!isRead && origin === null && site === null))
    throw new Forbidden("Cross-origin request refused");
}

/** With NEXTAUTH_URL the origin is known; without it, compares with the Host that the browser itself sent. */
function isOwnOrigin(origin: string, request: Request): boolean {
  if (env().NEXTAUTH_URL) return ownOrigin(request) === origin;
  return URL.canParse(origin) && new URL(origin).host === request.headers.get("host");
}
