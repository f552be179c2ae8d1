import type { NextApiRequest, NextApiResponse } from "next";
import type { AuthOptions } from "next-auth";
import * as nextAuth from "next-auth";

/** A request as next-auth takes it. */
type NextAuthRequest = {
  method: string;
  /** What stands behind `/api/auth/`. */
  segments: string[];
  query: Record<string, string>;
  body: Record<string, string>;
  cookies: Record<string, string>;
};

/** What it answers; `url` is where it would send the browser. */
export type NextAuthAnswer = { status: number; setCookies: string[]; body: unknown; url: string | null };

type Handler = (request: NextApiRequest, response: NextApiResponse, options: AuthOptions) => Promise<void>;

/** Runs next-auth outside Next's own request scope, so that it works on any `Request` and its answer can be looked at. */
export async function callNextAuth(request: NextAuthRequest, options: AuthOptions): Promise<NextAuthAnswer> {
  const answer: NextAuthAnswer = { status: 200, setCookies: [], body: null, url: null };
  const incoming = {
    method: request.method,
    query: { ...request.query, nextauth: request.segments },
    // With `json` it gives the address instead of a redirect.
    body: { ...request.body, json: "true" },
    cookies: request.cookies,
    headers: {},
  };
  // next-auth reads and calls what stands here and nothing else of Next's two types.
  await handlerOf()(
    incoming as unknown as NextApiRequest,
    recorder(answer) as unknown as NextApiResponse,
    options,
  );
  return answer;
}

function recorder(answer: NextAuthAnswer) {
  const response = {
    status: (code: number) => {
      answer.status = code;
      return response;
    },
    getHeader: () => answer.setCookies,
    setHeader: (name: string, value: string | string[]) => {
      if (name === "Set-Cookie") answer.setCookies = [value].flat();
      return response;
    },
    json: (body: { url: string }) => {
      answer.url = body.url;
    },
    send: (body: unknown) => {
      answer.body = body;
    },
    end: () => {},
  };
  return response;
}

/** The package is CommonJS, which bundlers and Node unwrap differently. */
function handlerOf(): Handler {
  let found: unknown = nextAuth;
  while (typeof found === "object" && found !== null && "default" in found) found = found.default;
  // Its overloads cannot be named from here; this is the one for a request, a response and options.
  return found as Handler;
}
