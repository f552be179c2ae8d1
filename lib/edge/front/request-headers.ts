import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isApiPath } from "#lib/edge/answer/security-headers.ts";
import { CLIENT_ADDRESS_HEADER } from "#lib/edge/session/key-failures.ts";
import { pathOf } from "./request-refusal.ts";

/** Headers that steer Next from inside; a caller's could skip the page headers or name a rewritten path. */
const INTERNAL =
  /^(x-middleware-|x-invoke-|x-matched-path$|x-nextjs-|next-action$|x-spindle-|x-nonce$|content-security-policy)/;
/** Headers with which pages fetch parts of pages; on an API path Next would answer them with a redirect. */
const PAGE_PARTS = /^(rsc$|next-)/;
/** Headers that only a reverse proxy may set. */
const FORWARDED = /^(x-forwarded-|forwarded$|x-real-ip$|x-client-ip$|cf-connecting-ip$|true-client-ip$)/;
const REQUEST_ID = /^[\w-]{8,64}$/;

/** Makes the headers trustworthy for the application, and returns the id of the request. `trustProxy` counts the proxies in front. */
export function prepareHeaders(request: IncomingMessage, trustProxy: number): string {
  const { headers } = request;
  const forApi = isApiPath(pathOf(request.url ?? ""));
  const address = clientAddress(request, trustProxy);
  const requestId = acceptedRequestId(headers["x-request-id"]);
  for (const name of Object.keys(headers))
    if (
      INTERNAL.test(name) ||
      (trustProxy === 0 && FORWARDED.test(name)) ||
      (forApi && PAGE_PARTS.test(name))
    )
      delete headers[name];
  headers["x-request-id"] = requestId;
  headers["x-forwarded-for"] = address;
  headers[CLIENT_ADDRESS_HEADER] = address;
  return requestId;
}

/** Each proxy appends the address it saw, so ours wrote the last, the one before it the last but one. */
function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const peer = request.socket.remoteAddress ?? "unknown";
  const forwarded = request.headers["x-forwarded-for"];
  if (trustProxy === 0 || typeof forwarded !== "string") return peer;
  const hops = forwarded.split(",").map((hop) => hop.trim());
  return hops.at(-trustProxy) || hops[0] || peer;
}

function acceptedRequestId(sent: string | string[] | undefined): string {
  return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
}
