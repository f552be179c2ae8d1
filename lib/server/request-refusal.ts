import type { IncomingMessage } from "node:http";
import { isApiPath } from "#lib/http/security-headers.ts";

/** An answer given without asking the application. A body of null is an empty one. */
export type Refusal = {
  status: number;
  detail: string | null;
  headers?: Record<string, string>;
};

const MAX_URL_BYTES = 8_192;
const MAX_HEADERS = 100;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const CLOSE = { Connection: "close" };
const MALFORMED: Refusal = { status: 400, detail: "Malformed request path" };

/** Why the request cannot be passed on, or null. Next would answer most of these with a 500, a redirect, or a decoded path. */
export function refusalOf(request: IncomingMessage): Refusal | null {
  const url = request.url ?? "";
  if (Buffer.byteLength(url) > MAX_URL_BYTES) return { status: 414, detail: null, headers: CLOSE };
  if (request.rawHeaders.length / 2 > MAX_HEADERS) return { status: 431, detail: null, headers: CLOSE };
  if (!METHODS.includes(request.method ?? ""))
    return { status: 405, detail: "Method Not Allowed", headers: { Allow: METHODS.join(", ") } };
  return pathRefusal(pathOf(url));
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
  // No other id of ours holds a slash, so one inside a segment can only aim at another path.
  if (isApiPath(path) && segments.some((segment) => /[/\\]/.test(segment ?? ""))) return MALFORMED;
  return null;
}

/** Clients look up one served model by its name, which may be `owner/name`. */
const NAMES_MODEL = /^(?:\/api)?\/v1\/models\/[^/]+\/?$/;

/** Whether what stands inside a segment would lead elsewhere if somebody decoded it. */
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
