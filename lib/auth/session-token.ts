import { decode, encode } from "next-auth/jwt";
import type { Actor } from "#lib/context.ts";
import type { Db } from "#lib/db/database.ts";
import { env } from "#lib/env.ts";

/** Eight hours; next-auth renews it while it is used. */
export const SESSION_SECONDS = 8 * 60 * 60;

/** `__Host-` binds the cookie to this host over https; browsers refuse the prefix over plain http. */
export function sessionCookieName(): string {
  return env().NEXTAUTH_URL?.startsWith("https:") ? "__Host-spindle-session" : "spindle-session";
}

/** The actor of a signed-in browser, or null. The user's session version is read each time, so that revocation works at once. */
export async function verifySessionCookie(db: Db, cookieHeader: string): Promise<Actor | null> {
  const token = cookieValue(cookieHeader, sessionCookieName());
  if (!token) return null;
  const claims = await decode({ token, secret: requireSecret() }).catch(() => null);
  if (!claims?.sub || typeof claims.sessionVersion !== "number") return null;
  const user = await db.prisma.user.findUnique({ where: { id: claims.sub } });
  if (!user || user.disabledAt !== null || user.sessionVersion !== claims.sessionVersion) return null;
  const { id: userId, name, email, isInstanceAdmin, defaultEntity } = user;
  return { userId, name, email, isInstanceAdmin, defaultEntity, key: null };
}

/** A session token as next-auth makes it at sign-in. */
export function issueSessionToken(user: { id: string; sessionVersion: number }): Promise<string> {
  return encode({
    token: { sub: user.id, sessionVersion: user.sessionVersion },
    secret: requireSecret(),
    maxAge: SESSION_SECONDS,
  });
}

function requireSecret(): string {
  const secret = env().NEXTAUTH_SECRET;
  if (!secret)
    throw new Error("NEXTAUTH_SECRET is not set in this process; start the service with npm start");
  return secret;
}

function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(/;\s*/)) {
    const [key, ...rest] = pair.split("=");
    if (key === name) return decodeURIComponent(rest.join("="));
  }
  return null;
}
