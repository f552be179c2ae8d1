import { encode } from "next-auth/jwt";
import { requireSecret, SESSION_IDLE_SECONDS, sessionClaims } from "#lib/access/sessions/session-token.ts";

/** A session token as next-auth makes it at sign-in. */
export function issueSessionToken(user: { id: string; sessionVersion: number }): Promise<string> {
  return encode({
    token: sessionClaims(user),
    secret: requireSecret(),
    maxAge: SESSION_IDLE_SECONDS,
  });
}
