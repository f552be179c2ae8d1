import { readCookies } from "#lib/access/sessions/cookies.ts";
import { type SessionRequest, sessionOptions } from "#lib/access/sign-in/session-options.ts";
import { SIGN_IN_PAGE, type SignInError, writeSignInError } from "#lib/contract/access/sign-in.ts";
import { errorResponse } from "#lib/edge/answer/error-response.ts";
import { requestIdOf } from "#lib/edge/answer/request-id.ts";
import { readCapped } from "#lib/edge/body/read-body.ts";
import { database } from "#lib/platform/db/client.ts";
import { NotFound, RateLimited } from "#lib/platform/errors.ts";
import { CLIENT_ADDRESS_HEADER } from "./key-failures.ts";
import { callNextAuth, type NextAuthAnswer } from "./next-auth-handler.ts";
import { ownOrigin, toOwnPath } from "./own-path.ts";
import { PROVIDER_ROUTES, reachProvider } from "./provider-request.ts";
import { requireSameOrigin } from "./same-origin.ts";

type AuthRoute = { params: Promise<{ nextauth: string[] }> };
type AuthHandler = (request: Request, route: AuthRoute) => Promise<Response>;

/** The served actions of next-auth; its pages are replaced by our own. */
const SERVED = new Set([
  "GET providers",
  "GET csrf",
  "GET session",
  "POST callback/credentials",
  "POST signout",
  ...Object.values(PROVIDER_ROUTES),
]);
/** A browser sent here belongs on the sign-in page. */
const PAGES = new Set([
  "GET signin",
  "GET signin/credentials",
  "GET signin/oidc",
  "GET signout",
  "GET error",
]);
const MAX_BODY_BYTES = 16 * 1024;

/** Serves `/api/auth/*`: next-auth, with its addresses kept on our origin and its refusals in words that the sign-in page reads. */
export const handleSignIn: AuthHandler = async (request, route) => {
  const requestId = requestIdOf(request);
  let response: Response;
  try {
    response = await answer(request, (await route.params).nextauth, requestId);
  } catch (error) {
    response = errorResponse(error, { group: "accounts" }, requestId);
  }
  response.headers.set("X-Request-Id", requestId);
  response.headers.set("Cache-Control", "no-store");
  return response;
};

async function answer(request: Request, segments: string[], requestId: string): Promise<Response> {
  // Next asks the handler of GET for HEAD as well, and drops the body.
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (method !== "GET" && method !== "POST") return methodNotAllowed();
  const name = `${method} ${segments.join("/")}`;
  const origin = ownOrigin(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const callbackUrl = toOwnPath(query.callbackUrl ?? "/", origin);
  if (PAGES.has(name)) return redirectTo(signInPage(callbackUrl, query.error ? { kind: "wrong" } : null));
  // The client of next-auth reports its own errors here. They are dropped: a log that anybody may write to is worthless.
  if (name === "POST _log") return new Response(null, { status: 204 });
  if (!SERVED.has(name)) throw new NotFound("Not Found");
  if (method === "POST") requireSameOrigin(request);
  const form = method === "POST" ? await readForm(request) : null;
  const session: SessionRequest = {
    db: database(),
    requestId,
    address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown",
    toOwnPath: (url) => toOwnPath(url, origin),
    failure: null,
    provider: null,
    problem: null,
  };
  const wanted = session.toOwnPath(form?.callbackUrl ?? rememberedPage(request));
  const around = { session, origin, wanted, wantsJson: form?.json === "true" };
  if (!(await reachProvider(name, { request, origin, session })))
    return toResponse({ status: 302, setCookies: [], body: null, url: "/" }, around);
  const checked = {
    request,
    segments,
    form: form && { ...form, callbackUrl: session.toOwnPath(form.callbackUrl ?? "/") },
    toOwnPath: session.toOwnPath,
  };
  return toResponse(await callNextAuth(checked, sessionOptions(session)), around);
}

function methodNotAllowed(): Response {
  const headers = { Allow: "GET, HEAD, POST, OPTIONS" };
  return Response.json({ detail: "Method Not Allowed" }, { status: 405, headers });
}

type Around = { session: SessionRequest; origin: string; wanted: string; wantsJson: boolean };

function toResponse(answered: NextAuthAnswer, around: Around): Response {
  const { session, wantsJson } = around;
  const headers = new Headers();
  for (const cookie of answered.setCookies) headers.append("Set-Cookie", cookie);
  if (answered.url === null) return Response.json(answered.body, { status: answered.status, headers });
  const refusal = refusalOf(answered, session);
  const target = refusal ? refusedPage(refusal, around) : onwards(answered.url, around);
  if (refusal?.error.kind === "wait") headers.set("Retry-After", String(refusal.error.seconds));
  if (refusal?.error.kind === "unavailable") headers.set("Retry-After", "1");
  if (!wantsJson) return redirectTo(target, headers);
  const url = target.startsWith("/") ? around.origin + target : target;
  return Response.json({ url }, { status: refusal?.status ?? 200, headers });
}

/** A path of this service, or the provider, which is the only external redirect. */
function onwards(url: string, { session, origin }: Around): string {
  const begin = session.provider?.config.authorization;
  const provider = typeof begin === "object" ? begin.url : undefined;
  if (provider !== undefined && url.startsWith(`${provider}?`)) return url;
  return toOwnPath(url, origin);
}

/** After a password sign-in the page is still open, and knows where to go. */
function refusedPage({ error }: Refusal, { wanted }: Around): string {
  return signInPage(error.kind === "provider" ? wanted : "/", error);
}

/** Where next-auth noted that the browser was to go after the provider. */
function rememberedPage(request: Request): string {
  const cookies = readCookies(request.headers.get("cookie") ?? "");
  return [...cookies].find(([name]) => name.endsWith("next-auth.callback-url"))?.[1] ?? "/";
}

type Refusal = { status: number; error: SignInError };

function refusalOf({ status, url }: NextAuthAnswer, session: SessionRequest): Refusal | null {
  const { failure, problem, provider } = session;
  if (failure instanceof RateLimited)
    return { status: 429, error: { kind: "wait", seconds: failure.retryAfterSeconds } };
  if (failure) return { status: 503, error: { kind: "unavailable" } };
  if (problem) return { status: problem === "unreachable" ? 503 : 403, error: { kind: "provider", problem } };
  if (status === 401) return { status: 401, error: { kind: "wrong" } };
  // A request that fails next-auth's own check is redirected to its form, or to its page for signing out.
  if (url?.endsWith("?csrf=true")) return { status: 403, error: { kind: "expired" } };
  // Faults that next-auth found itself: state, nonce or code verifier.
  const isError = provider !== null && url !== null && /\/api\/auth\/(error|signin)\b/.test(url);
  return isError ? { status: 403, error: { kind: "provider", problem: "expired" } } : null;
}

function signInPage(callbackUrl: string, error: SignInError | null): string {
  const search = new URLSearchParams();
  if (callbackUrl !== "/") search.set("callbackUrl", callbackUrl);
  if (error) search.set("error", writeSignInError(error));
  return search.size > 0 ? `${SIGN_IN_PAGE}?${search}` : SIGN_IN_PAGE;
}

function redirectTo(path: string, headers = new Headers()): Response {
  headers.set("Location", path);
  return new Response(null, { status: 303, headers });
}

async function readForm(request: Request): Promise<Record<string, string>> {
  const text = new TextDecoder().decode(await readCapped(request, MAX_BODY_BYTES));
  return Object.fromEntries(new URLSearchParams(text));
}
