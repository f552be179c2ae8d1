import type { Actor } from "#lib/access/context.ts";
import { verifyApiKey } from "#lib/access/keys/verify-api-key.ts";
import { verifySessionCookie } from "#lib/access/sessions/session-token.ts";
import { changePassword, getMe } from "#lib/contract/access/accounts.ts";
import { ANY_CREDENTIAL, type AnyEndpoint, type AuthScheme } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { asOurError } from "#lib/platform/db/database-error.ts";
import { Forbidden, Unauthenticated } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { givenKey } from "./given-key.ts";
import { countKeyFailure } from "./key-failures.ts";
import { requireSameOrigin } from "./same-origin.ts";

/** What authentication reads of a descriptor. */
type Authenticated = Pick<AnyEndpoint, "auth" | "operationId">;

/** Authenticates a request by one of the endpoint's schemes. If a key fails, the cookie is not tried. */
export async function authenticate(request: Request, endpoint: Authenticated, db: Db): Promise<Actor> {
  const header = request.headers.get("authorization");
  const actor =
    header === null
      ? await bySession(request, endpoint, db)
      : await byKey(request, header, { schemes: endpoint.auth, db });
  if (!actor) throw new Unauthenticated(isForSessions(endpoint) ? SESSION_ONLY : undefined);
  return actor;
}

const SESSION_ONLY = "this endpoint takes the session of a browser that has signed in, and no API key";

function isForSessions({ auth }: Authenticated): boolean {
  return auth.every((scheme) => scheme === "session");
}

/** All that a session may do until its user has replaced a password that the service or somebody else made. */
const BEFORE_NEW_PASSWORD: readonly string[] = [getMe.operationId, changePassword.operationId];

async function bySession(request: Request, endpoint: Authenticated, db: Db): Promise<Actor | null> {
  const cookies = request.headers.get("cookie");
  if (!cookies || !endpoint.auth.includes("session")) return null;
  const session = await verifySessionCookie(db, cookies);
  if (!session) return null;
  requireSameOrigin(request);
  if (session.mustChangePassword && !BEFORE_NEW_PASSWORD.includes(endpoint.operationId))
    throw new Forbidden("Choose a new password first; until then, this session cannot do anything else");
  return session.actor;
}

async function byKey(
  request: Request,
  header: string,
  { schemes, db }: { schemes: readonly AuthScheme[]; db: Db },
): Promise<Actor | null> {
  const given = givenKey(header);
  const actor = given && schemes.includes(given.scheme) ? await verifyApiKey(db, given.key) : null;
  // Endpoints that take no key need no protection against guessing.
  if (!actor && schemes.some((scheme) => scheme !== "session")) await countKeyFailure(request);
  return actor;
}

/** For open endpoints, which show more to a caller with a valid credential. A bad credential counts as none; so does any credential while the database is down. */
export async function authenticateIfAny(
  request: Request,
  { operationId }: Authenticated,
  db: Db,
): Promise<Actor | null> {
  if (!request.headers.has("authorization") && !request.headers.has("cookie")) return null;
  try {
    return await authenticate(request, { auth: ANY_CREDENTIAL, operationId }, db);
  } catch (error) {
    if (!asOurError(error)) log.error({ err: error }, "a credential could not be looked at");
    return null;
  }
}

/**
 * The `WWW-Authenticate` of a 401. To a page of ours that also sends its session, Basic is not offered: the browser would cover the page
 * with a password window of its own.
 */
export function challengeOf(schemes: readonly AuthScheme[], headers: Headers): string {
  const isPage = headers.has("sec-fetch-site") && schemes.includes("session");
  const offered: string[] = [];
  if (schemes.includes("bearer")) offered.push("Bearer");
  if (schemes.includes("basic") && !isPage) offered.push('Basic realm="api"');
  return offered.join(", ") || "Session";
}
