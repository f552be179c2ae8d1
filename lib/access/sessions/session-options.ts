import type { AuthOptions } from "next-auth";
import type { Db } from "#lib/platform/db/database.ts";
import { RateLimited, SpindleError, Unauthenticated, Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { endSessions } from "./end-sessions.ts";
import { isHttps, sessionCookieName } from "./session-cookie.ts";
import { findSessionUser, requireSecret, SESSION_IDLE_SECONDS, sessionClaims } from "./session-token.ts";
import { type SignedIn, signIn } from "./sign-in.ts";

/** One request to next-auth, and why a sign-in in it failed where it was not for the password. */
export type SessionRequest = {
  db: Db;
  requestId: string;
  address: string;
  /** Turns any address that a caller asks to be sent to into a path of ours. */
  toOwnPath(url: string): string;
  failure: SpindleError | null;
};

/** next-auth, set up for one request: passwords, and sessions that live in a cookie and die with the user's session version. */
export function sessionOptions(request: SessionRequest): AuthOptions {
  return {
    secret: requireSecret(),
    useSecureCookies: isHttps(),
    session: { strategy: "jwt", maxAge: SESSION_IDLE_SECONDS },
    jwt: { maxAge: SESSION_IDLE_SECONDS },
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() },
      },
    },
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: {},
        authorize: (typed) => authorize(request, typed),
      },
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? newClaims(user) : livingClaims(request.db, token)),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: async ({ url }) => request.toOwnPath(url),
    },
    events: { signOut: ({ token }) => endTokenSessions(request, token) },
    // Its messages would repeat what callers send; what matters is in the audit log.
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  };
}

type Typed = Record<string, unknown> | undefined;

/** Never throws: next-auth would show the message of whatever is thrown in the address of the page. */
async function authorize(request: SessionRequest, typed: Typed): Promise<SignedIn | null> {
  const { email, password } = typed ?? {};
  if (typeof email !== "string" || typeof password !== "string") return null;
  try {
    return await signIn(request, { email, password, way: "sign-in", address: request.address });
  } catch (error) {
    if (!(error instanceof RateLimited))
      log.error({ err: error, requestId: request.requestId }, "sign-in failed");
    request.failure =
      error instanceof SpindleError ? error : new Unavailable("Sign-in is not available; try again shortly");
    return null;
  }
}

function newClaims(user: { id: string; sessionVersion?: unknown }): Record<string, unknown> {
  return sessionClaims({ id: user.id, sessionVersion: Number(user.sessionVersion) });
}

/** The claims again, as long as they still count; otherwise next-auth takes the cookie away. */
async function livingClaims(db: Db, claims: Record<string, unknown>): Promise<Record<string, unknown>> {
  const user = await findSessionUser(db, claims);
  if (!user) throw new Unauthenticated();
  return sessionClaims(user, claims);
}

/** Only a session that still counts may end the others. */
async function endTokenSessions(
  { db, requestId }: SessionRequest,
  claims: Record<string, unknown> | null,
): Promise<void> {
  const user = await findSessionUser(db, claims);
  if (user) await endSessions({ db, requestId, actor: { userId: user.id, key: null } });
}
