import type { AuthOptions, User as AuthUser } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { recordAudit } from "#lib/access/audit/record-audit.ts";
import { findPerson } from "#lib/access/oidc/find-person.ts";
import { followGroups } from "#lib/access/oidc/follow-groups.ts";
import type { Claims } from "#lib/access/oidc/oidc-provider.ts";
import type { OidcSettings } from "#lib/access/oidc/oidc-settings.ts";
import { endSessions } from "#lib/access/sessions/end-sessions.ts";
import { isHttps, sessionCookieName } from "#lib/access/sessions/session-cookie.ts";
import {
  findSessionUser,
  noteSeen,
  requireSecret,
  SESSION_IDLE_SECONDS,
  sessionClaims,
} from "#lib/access/sessions/session-token.ts";
import type { ProviderProblem } from "#lib/contract/access/sign-in.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { RateLimited, SpindleError, Unauthenticated, Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { type SignedIn, signIn } from "./sign-in.ts";

/** A provider that this request has to do with, and how next-auth reaches it. */
type Provider = { settings: OidcSettings; config: OAuthConfig<Claims> };

/** One request to next-auth, and why its sign-in failed, if not because of the password. */
export type SessionRequest = {
  db: Db;
  requestId: string;
  address: string;
  /** Reduces any requested redirect to a path of this service. */
  toOwnPath(url: string): string;
  failure: SpindleError | null;
  provider: Provider | null;
  problem: ProviderProblem | null;
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
      ...(request.provider ? [request.provider.config] : []),
    ],
    callbacks: {
      signIn: ({ user, account, profile }) =>
        account?.type !== "oauth" || admit(request, user, { ...profile }),
      jwt: ({ token, user }) => (user ? newClaims(user) : livingClaims(request.db, token)),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: async ({ url }) => request.toOwnPath(url),
    },
    events: { signOut: ({ token }) => endTokenSessions(request, token) },
    // Its messages would repeat callers' input; the audit log has the relevant facts.
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  };
}

/** Replaces the provider's user with the matching account. Never throws: the message would appear in a URL. */
async function admit(request: SessionRequest, user: AuthUser, claims: Claims): Promise<boolean> {
  if (!request.provider) return false;
  try {
    const signedIn = await signInByProvider(request, claims, request.provider.settings);
    if (typeof signedIn !== "string") Object.assign(user, signedIn);
    else request.problem = signedIn;
    return typeof signedIn !== "string";
  } catch (error) {
    request.failure = failureOf(request, error);
    return false;
  }
}

type Typed = Record<string, unknown> | undefined;

/** Never throws: next-auth would show the message of whatever is thrown in the address of the page. */
async function authorize(request: SessionRequest, typed: Typed): Promise<SignedIn | null> {
  const { email, password } = typed ?? {};
  if (typeof email !== "string" || typeof password !== "string") return null;
  try {
    return await signIn(request, { email, password, way: "sign-in", address: request.address });
  } catch (error) {
    request.failure = failureOf(request, error);
    return null;
  }
}

function failureOf({ requestId }: SessionRequest, error: unknown): SpindleError {
  if (!(error instanceof RateLimited)) log.error({ err: error, requestId }, "sign-in failed");
  return error instanceof SpindleError
    ? error
    : new Unavailable("Sign-in is not available; try again shortly");
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

type Asked = { db: Db; requestId: string; address: string };

/** Signs in the person whom a provider vouches for, with the roles of their groups; or says why not. Both are audited. */
async function signInByProvider(
  { db, requestId, address }: Asked,
  claims: Claims,
  settings: OidcSettings,
): Promise<SignedIn | ProviderProblem> {
  const person = await findPerson(db, claims, settings);
  if (typeof person === "string") {
    const details = { address, way: "provider", problem: person };
    const failed = { action: "sign_in.failed", outcome: "refused", details } as const;
    await recordAudit({ db, actor: null, requestId }, failed);
    return person;
  }
  const { id, name, email, isInstanceAdmin, defaultEntity } = person;
  const actor = { userId: id, name, email, isInstanceAdmin, defaultEntity, key: null };
  const details = { address, way: "provider" };
  await recordAudit({ db, actor, requestId }, { action: "sign_in.succeeded", target: id, details });
  const ctx = { db, requestId, actor, signal: new AbortController().signal };
  await followGroups(ctx, { roles: settings.roles, groups: groupsIn(claims[settings.groupsClaim]) });
  await noteSeen(db, id);
  // A role that was taken away has ended the sessions before this one.
  const { sessionVersion } = await db.prisma.user.findUniqueOrThrow({ where: { id } });
  return { id, sessionVersion };
}

/** Providers send a list, or one group as a text. */
function groupsIn(claim: unknown): string[] {
  return [claim].flat().filter((group) => typeof group === "string");
}
