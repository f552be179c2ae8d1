import { renewSessionCookie } from "#lib/access/sessions/session-token.ts";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { database } from "#lib/platform/db/client.ts";
import { log } from "#lib/platform/log.ts";

/**
 * Adds the renewed session cookie to an answer when it is due, so that nobody is signed out while they work. Endless streams do
 * not count as use. If the renewal fails, the answer is sent anyway, and the next request tries again.
 */
export async function renewSession(
  request: Request,
  endpoint: Pick<AnyEndpoint, "auth" | "endless">,
  response: Response,
): Promise<void> {
  const cookies = request.headers.get("cookie");
  if (!cookies || request.headers.has("authorization") || endpoint.endless) return;
  if (!endpoint.auth.includes("session")) return;
  try {
    const cookie = await renewSessionCookie(database(), cookies);
    if (cookie) response.headers.append("Set-Cookie", cookie);
  } catch (error) {
    log.warn({ err: error }, "a session could not be renewed");
  }
}
