import { verifySessionCookie } from "#lib/auth/session-token.ts";
import { verifyApiKey } from "#lib/auth/verify-api-key.ts";
import type { Actor } from "#lib/context.ts";
import type { AuthScheme } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/db/database.ts";
import { Unauthenticated } from "#lib/errors.ts";
import { countKeyFailure } from "./key-failures.ts";
import { requireSameOrigin } from "./same-origin.ts";

/** Who sent the request, by one of the schemes that the endpoint takes. A key that fails is never followed by a look at the cookie. */
export async function authenticate(request: Request, schemes: readonly AuthScheme[], db: Db): Promise<Actor> {
  const header = request.headers.get("authorization");
  const actor =
    header === null ? await bySession(request, schemes, db) : await byKey(request, header, { schemes, db });
  if (!actor) throw new Unauthenticated();
  return actor;
}

async function bySession(request: Request, schemes: readonly AuthScheme[], db: Db): Promise<Actor | null> {
  const cookies = request.headers.get("cookie");
  if (!cookies || !schemes.includes("session")) return null;
  const actor = await verifySessionCookie(db, cookies);
  if (actor) requireSameOrigin(request);
  return actor;
}

async function byKey(
  request: Request,
  header: string,
  { schemes, db }: { schemes: readonly AuthScheme[]; db: Db },
): Promise<Actor | null> {
  const key = keyIn(header, schemes);
  const actor = key === null ? null : await verifyApiKey(db, key);
  if (!actor) await countKeyFailure(request);
  return actor;
}

/** Basic carries the key as the password, whatever the user name says. */
function keyIn(header: string, schemes: readonly AuthScheme[]): string | null {
  const [scheme = "", value = ""] = header.split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer" && schemes.includes("bearer")) return value;
  if (scheme.toLowerCase() !== "basic" || !schemes.includes("basic")) return null;
  const pair = Buffer.from(value, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon === -1 ? null : pair.slice(colon + 1);
}

/** For open endpoints, which tell more to a caller with a valid credential; a bad one counts as none, and so does a dead database. */
export async function authenticateIfAny(request: Request, db: Db): Promise<Actor | null> {
  if (!request.headers.has("authorization") && !request.headers.has("cookie")) return null;
  try {
    return await authenticate(request, ["bearer", "basic", "session"], db);
  } catch {
    return null;
  }
}
