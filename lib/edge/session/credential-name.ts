import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { readCookies } from "#lib/access/sessions/cookies.ts";
import { sessionCookieName } from "#lib/access/sessions/session-cookie.ts";
import { givenKey } from "./given-key.ts";

/**
 * Tells credentials apart without asking whether they count: a key has one name in whatever form it is sent, and a session has one beside
 * whatever other cookies. Null where a request brings none.
 */
export function credentialName({ authorization, cookie }: IncomingHttpHeaders): string | null {
  if (authorization !== undefined) return hashed("key", givenKey(authorization)?.key ?? authorization);
  const session = cookie === undefined ? undefined : readCookies(cookie).get(sessionCookieName());
  return session === undefined ? null : hashed("session", session);
}

/** What is kept while a request is under way is no secret. */
function hashed(kind: string, secret: string): string {
  return `${kind} ${createHash("sha256").update(secret).digest("base64url")}`;
}
