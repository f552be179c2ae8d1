import type { IncomingMessage } from "node:http";
import { isApiPath } from "#lib/edge/answer/security-headers.ts";

/** An answer given without asking the application. */
export type Refusal = {
  status: number;
  detail: string;
  headers?: Record<string, string>;
};

const MAX_URL_BYTES = 8_192;
const MAX_HEADERS = 100;
const TOO_LONG = `The address is longer than ${MAX_URL_BYTES} bytes`;
/** Next's own tools, which only `npm run dev` has. */
const DEVELOPMENT = /^\/__nextjs_/;
const READING = ["GET", "HEAD", "OPTIONS"];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const CLOSE = { Connection: "close" };
const MALFORMED: Refusal = { status: 400, detail: "Malformed request path" };

/** Why the request cannot be passed on, or null. Next would answer most of these with a 500, a redirect, or a decoded path. */
export function refusalOf(request: IncomingMessage): Refusal | null {
  const url = request.url ?? "";
  if (Buffer.byteLength(url) > MAX_URL_BYTES) return { status: 414, detail: TOO_LONG, headers: CLOSE };
  if (request.rawHeaders.length / 2 > MAX_HEADERS)
    return { status: 431, detail: `More than ${MAX_HEADERS} header fields`, headers: CLOSE };
  if (!namesOneHost(request)) return { status: 400, detail: "Send one Host header", headers: CLOSE };
  if (request.headers.expect !== undefined && !/^100-continue$/i.test(request.headers.expect))
    return { status: 417, detail: "Only 100-continue is supported as an expectation", headers: CLOSE };
  if (!METHODS.includes(request.method ?? ""))
    return { status: 405, detail: "Method Not Allowed", headers: { Allow: METHODS.join(", ") } };
  return pathRefusal(pathOf(url)) ?? pageRefusal(request);
}

/** Two would be read one way here and the other way by a proxy. Only HTTP/1.0 knows none. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === "host").length;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

/** Pages only take GET; a request with a body was meant for the API, and Next would take it for a Server Action. */
function pageRefusal({ method = "", url = "" }: IncomingMessage): Refusal | null {
  const isAsked = READING.includes(method) || DEVELOPMENT.test(url);
  if (isApiPath(pathOf(url)) || isAsked) return null;
  return { status: 404, detail: "Not Found; the API is below /api and /v1", headers: CLOSE };
}

/** The path of a request target, still encoded, without its query. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

function pathRefusal(path: string): Refusal | null {
  if (!path.startsWith("/")) return MALFORMED; // an absolute address or `*`, which only proxies take
  if (path.includes("//")) return { status: 404, detail: "Not Found" };
  if (path.includes("\\") || path.includes("#")) return MALFORMED;
  const segments = path.split("/").map(decodeSegment);
  if (segments.some((segment) => segment === null || segment.includes("\0"))) return MALFORMED;
  if (segments.some((segment) => /^\.\.?$/.test(segment ?? ""))) return MALFORMED;
  if (NAMES_MODEL.test(path)) return namesStep(segments) ? MALFORMED : null;
  // No other id contains a slash, so an encoded one in a segment can only aim at another path.
  if (isApiPath(path) && segments.some((segment) => /[/\\]/.test(segment ?? ""))) return MALFORMED;
  return null;
}

/** Clients look up one served model by its name, which may be `owner/name`. */
const NAMES_MODEL = /^(?:\/api)?\/v1\/models\/[^/]+\/?$/;

/** Whether a segment would lead to another path once decoded. */
function namesStep(segments: readonly (string | null)[]): boolean {
  return segments.some((segment) => /\\|(?:^|\/)\.\.?(?:\/|$)/.test(segment ?? ""));
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
