import { decode } from "next-auth/jwt";
import type { Actor } from "#lib/context.ts";
import type { Db } from "#lib/db/database.ts";
import { env } from "#lib/env.ts";
import type { User } from "#lib/generated/prisma/client.ts";
import { readCookies } from "./cookies.ts";

/** Eight hours; next-auth renews it while it is used. */
export const SESSION_SECONDS = 8 * 60 * 60;

/** Whether browsers reach the service by https. */
export function isHttps(): boolean {
  return env().NEXTAUTH_URL?.startsWith("https:") === true;
}

/** `__Host-` binds the cookie to this host over https; browsers refuse the prefix over plain http. */
export function sessionCookieName(): string {
  return isHttps() ? "__Host-spindle-session" : "spindle-session";
}

/** The actor of a signed-in browser, and whether a made password must be replaced before anything else. */
export type Session = { actor: Actor; mustChangePassword: boolean };

/** The session in a cookie header, or null. The user's session version is read each time, so that revocation works at once. */
export async function verifySessionCookie(db: Db, cookieHeader: string): Promise<Session | null> {
  const token = readCookies(cookieHeader).get(sessionCookieName());
  if (!token) return null;
  const claims = await decode({ token, secret: requireSecret() }).catch(() => null);
  const user = await findSessionUser(db, claims);
  if (!user) return null;
  const { id: userId, name, email, isInstanceAdmin, defaultEntity, mustChangePassword } = user;
  return { actor: { userId, name, email, isInstanceAdmin, defaultEntity, key: null }, mustChangePassword };
}

/** The user whom a session token names, as long as the token has not been revoked; otherwise null. */
export async function findSessionUser(db: Db, claims: Record<string, unknown> | null): Promise<User | null> {
  if (typeof claims?.sub !== "string" || typeof claims.sessionVersion !== "number") return null;
  const user = await db.prisma.user.findUnique({ where: { id: claims.sub } });
  return user?.disabledAt === null && user.sessionVersion === claims.sessionVersion ? user : null;
}

/** The secret that signs and encrypts session tokens. */
export function requireSecret(): string {
  const secret = env().NEXTAUTH_SECRET;
  if (!secret)
    throw new Error("NEXTAUTH_SECRET is not set in this process; start the service with npm start");
  return secret;
}
