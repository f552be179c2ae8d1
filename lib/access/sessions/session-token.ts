import { encode } from "next-auth/jwt";
import type { Actor } from "#lib/access/context.ts";
import type { User } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { env } from "#lib/platform/env.ts";
import { readCookies } from "./cookies.ts";
import { openToken } from "./open-token.internal.ts";
import { isHttps, sessionCookieName } from "./session-cookie.ts";

/** A session that nobody uses ends after this. */
export const SESSION_IDLE_SECONDS = 12 * 60 * 60;
/** However much it is used, a session ends this long after signing in. */
const SESSION_MAX_SECONDS = 7 * 24 * 60 * 60;
/** A cookie is renewed once it has lost this much of its time, so that not every answer carries one. */
const RENEWED_AFTER_SECONDS = 5 * 60;

/** The actor of a signed-in browser, and whether a made password must be replaced before anything else. */
export type Session = { actor: Actor; mustChangePassword: boolean };

/** The session in a cookie header, or null. The user's session version is read each time, so that revocation works at once. */
export async function verifySessionCookie(db: Db, cookieHeader: string): Promise<Session | null> {
  const user = await findSessionUser(db, await readClaims(cookieHeader));
  if (!user) return null;
  const { id: userId, name, email, isInstanceAdmin, defaultEntity, mustChangePassword } = user;
  return { actor: { userId, name, email, isInstanceAdmin, defaultEntity, key: null }, mustChangePassword };
}

export type SessionClaim = { sessionVersion: number; endsAt: number };

/** What revokes the session of a cookie that was verified, and the moment in milliseconds at which it ends by itself. */
export async function sessionClaimOf(cookieHeader: string): Promise<SessionClaim | null> {
  const claims = await readClaims(cookieHeader);
  if (!claims) return null;
  const endsAtSeconds = Math.min(Number(claims.exp), signedInAt(claims) + SESSION_MAX_SECONDS);
  return { sessionVersion: Number(claims.sessionVersion), endsAt: endsAtSeconds * 1000 };
}

/** The content of a valid session cookie, or null. Its user may have ended the session since. */
async function readClaims(cookieHeader: string) {
  const token = readCookies(cookieHeader).get(sessionCookieName());
  return token ? openToken(token, requireSecret()) : null;
}

/** Whether a cookie that we gave out is of an account that was disabled since. */
export async function isOfDisabledAccount(db: Db, cookieHeader: string): Promise<boolean> {
  const claims = await readClaims(cookieHeader);
  if (typeof claims?.sub !== "string") return false;
  const user = await db.prisma.user.findUnique({ where: { id: claims.sub } });
  return user !== null && user.disabledAt !== null;
}

/** The renewed session cookie if renewal is due and the session is still valid, else null. Notes that the user was here. */
export async function renewSessionCookie(db: Db, cookieHeader: string): Promise<string | null> {
  const claims = await readClaims(cookieHeader);
  if (!claims || Number(claims.exp) - nowSeconds() > SESSION_IDLE_SECONDS - RENEWED_AFTER_SECONDS)
    return null;
  const user = await findSessionUser(db, claims);
  if (!user) return null;
  await noteSeen(db, user.id);
  const maxAge = Math.min(SESSION_IDLE_SECONDS, signedInAt(claims) + SESSION_MAX_SECONDS - nowSeconds());
  const renewed = await encode({ token: sessionClaims(user, claims), secret: requireSecret(), maxAge });
  const expires = new Date((nowSeconds() + maxAge) * 1000).toUTCString();
  const attributes = `Path=/; Expires=${expires}; HttpOnly; SameSite=Lax${isHttps() ? "; Secure" : ""}`;
  return `${sessionCookieName()}=${renewed}; ${attributes}`;
}

/** The claims of a session token: its user, the version that revokes it, and the time of sign-in; `earlier` is the token that it renews. */
export function sessionClaims(
  user: { id: string; sessionVersion: number },
  earlier: Record<string, unknown> | null = null,
): Record<string, unknown> {
  const { id: sub, sessionVersion } = user;
  return { sub, sessionVersion, signedInAt: earlier ? signedInAt(earlier) : nowSeconds() };
}

/** Tokens of earlier versions were never renewed: they were issued at signing in. */
function signedInAt({ signedInAt, iat }: Record<string, unknown>): number {
  return Number(signedInAt ?? iat);
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Says on the list of accounts when someone was here last; exact to the time after which cookies are renewed. */
export async function noteSeen(db: Db, userId: string): Promise<void> {
  await db.prisma.user.updateMany({ where: { id: userId }, data: { lastSeenAt: new Date() } });
}

/** The user whom a session token names, as long as the token has not been revoked and is not too old; otherwise null. */
export async function findSessionUser(db: Db, claims: Record<string, unknown> | null): Promise<User | null> {
  if (typeof claims?.sub !== "string" || typeof claims.sessionVersion !== "number") return null;
  // Written so that NaN ends it.
  if (!(nowSeconds() < signedInAt(claims) + SESSION_MAX_SECONDS)) return null;
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
