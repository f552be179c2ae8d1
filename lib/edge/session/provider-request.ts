import { discoverProvider, type ProviderMetadata } from "#lib/access/oidc/discover.ts";
import { oidcProvider } from "#lib/access/oidc/oidc-provider.ts";
import { oidcSettings } from "#lib/access/oidc/oidc-settings.ts";
import { readCookies } from "#lib/access/sessions/cookies.ts";
import type { SessionRequest } from "#lib/access/sign-in/session-options.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";

/** The requests that have to do with a sign-in provider. */
export const PROVIDER_ROUTES = { begin: "POST signin/oidc", end: "GET callback/oidc" };

type Asked = { request: Request; origin: string; session: SessionRequest };

/** Makes the provider known to the request that concerns it. False where the request has failed already; `session.problem` says why. */
export async function reachProvider(name: string, { request, origin, session }: Asked): Promise<boolean> {
  if (name !== PROVIDER_ROUTES.begin && name !== PROVIDER_ROUTES.end) return true;
  const settings = oidcSettings();
  if (!settings) throw new NotFound("Not Found");
  if (name === PROVIDER_ROUTES.end) session.problem = problemOf(request);
  if (session.problem) return false;
  const onFault = (error: unknown) => note(session, error);
  const metadata: ProviderMetadata | null = await discoverProvider(settings).catch((error: unknown) => {
    onFault(error);
    session.problem = "unreachable";
    return null;
  });
  if (!metadata) return false;
  const redirectUri = `${origin}/api/auth/callback/oidc`;
  session.provider = { settings, config: oidcProvider(settings, metadata, { redirectUri, onFault }) };
  return true;
}

/** The faults of a provider's answer that can be seen without a request. */
function problemOf(request: Request): SessionRequest["problem"] {
  const hasBegun = [...readCookies(request.headers.get("cookie") ?? "").keys()].some((name) =>
    name.endsWith("next-auth.state"),
  );
  if (!hasBegun) return "expired";
  return new URL(request.url).searchParams.has("error") ? "refused" : null;
}

/** An answer that does not fit is an old one or a forged one; everything else is the provider's own. */
function note(session: SessionRequest, error: unknown): void {
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
  const isOld = (name === "RPError" && !/time(d )?out/.test(message)) || message.startsWith("invalid_grant");
  session.problem = isOld ? "expired" : "unreachable";
  // Without the answer itself, which holds tokens.
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
  log.warn({ requestId: session.requestId, reason }, "signing in through the provider failed");
}
