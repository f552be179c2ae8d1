import { renewSessionCookie } from "#lib/access/sessions/session-token.ts";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { database } from "#lib/platform/db/client.ts";
import { log } from "#lib/platform/log.ts";

/**
 * Gives an answer the session's renewed cookie where it is due: whoever works is not thrown out in the middle. What stays open without
 * anybody's doing does not count as use. A renewal that fails costs nobody the answer; the next request tries again.
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
