import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import type { AuthOptions } from "next-auth";
import * as nextAuth from "next-auth";

/** A request to next-auth after our own checks. */
type CheckedRequest = {
  request: Request;
  /** What follows `/api/auth/`. */
  segments: string[];
  /** Null if there is none to send. */
  form: Record<string, string> | null;
  toOwnPath(url: string): string;
};

/** Its response; `url` is the redirect. */
export type NextAuthAnswer = { status: number; setCookies: string[]; body: unknown; url: string | null };

type RouteContext = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: NextRequest, context: RouteContext, options: AuthOptions) => Promise<Response>;

/** Has next-auth's own route handler answer, for options that hold for this request alone. */
export async function callNextAuth(checked: CheckedRequest, options: AuthOptions): Promise<NextAuthAnswer> {
  await dropForeignCallbackUrl(checked);
  const context = { params: Promise.resolve({ nextauth: checked.segments }) };
  const response = await handlerOf()(rebuilt(checked), context, options);
  const location = response.headers.get("location");
  const body: unknown = location === null ? await response.json() : null;
  const url = checked.form === null ? location : urlIn(body);
  return { status: response.status, setCookies: response.headers.getSetCookie(), body, url };
}

/** The body was read with a limit. The query of a form's URL is dropped, because it would become parameters of the provider. */
function rebuilt({ request, form }: CheckedRequest): NextRequest {
  const address = new URL(request.url);
  if (form === null) return new NextRequest(address, { headers: request.headers });
  address.search = "";
  // With `json` it gives the address instead of a redirect.
  const body = new URLSearchParams({ ...form, json: "true" });
  return new NextRequest(address, { method: "POST", body });
}

function urlIn(body: unknown): string | null {
  const url = typeof body === "object" && body !== null && "url" in body ? body.url : null;
  return typeof url === "string" ? url : null;
}

/** Another page may have left this cookie: next-auth would refuse all that comes with one that is not an address. */
async function dropForeignCallbackUrl({ toOwnPath }: CheckedRequest): Promise<void> {
  const jar = await cookies();
  for (const { name, value } of jar.getAll())
    if (name.endsWith("callback-url") && toOwnPath(value) !== value) jar.delete(name);
}

/** The package is CommonJS, which bundlers and Node unwrap differently. */
function handlerOf(): Handler {
  let found: unknown = nextAuth;
  while (typeof found === "object" && found !== null && "default" in found) found = found.default;
  // Its overloads cannot be named from here; this is the one for a request of the App Router, its context and options.
  return found as Handler;
}
