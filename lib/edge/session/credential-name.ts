import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { readCookies } from "#lib/access/sessions/cookies.ts";
import { sessionCookieName } from "#lib/access/sessions/session-cookie.ts";
import { givenKey } from "./given-key.ts";

/**
 * Names a credential without checking that it is valid: a key has one name however it is sent, and a session has one whatever other
 * cookies are sent. Null if the request has no credential.
 */
export function credentialName({ authorization, cookie }: IncomingHttpHeaders): string | null {
  if (authorization !== undefined) return hashed("key", givenKey(authorization)?.key ?? authorization);
  const session = cookie === undefined ? undefined : readCookies(cookie).get(sessionCookieName());
  return session === undefined ? null : hashed("session", session);
}

/** Hashed, so that the kept names are not secrets. */
function hashed(kind: string, secret: string): string {
  return `${kind} ${createHash("sha256").update(secret).digest("base64url")}`;
}
