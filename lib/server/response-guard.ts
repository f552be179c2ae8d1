import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from "node:http";
import { isApiPath } from "#lib/http/security-headers.ts";

/**
 * Completes a response at the moment its head is written: `defaults` where the application set nothing, `forced` in any case. An error of
 * an API path that is not JSON (Next's own pages for unknown paths and thrown errors) gets a JSON body instead.
 */
export function guardResponse(
  response: ServerResponse,
  path: string,
  headers: { defaults: Record<string, string>; forced: Record<string, string> },
): void {
  const writeHead = response.writeHead;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const given = rest.find((part): part is OutgoingHttpHeaders => typeof part === "object" && part !== null);
    for (const [name, value] of Object.entries(given ?? {}))
      if (value !== undefined) response.setHeader(name, value);
    for (const [name, value] of Object.entries(headers.defaults))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    for (const [name, value] of Object.entries(headers.forced)) response.setHeader(name, value);
    response.writeHead = writeHead;
    if (status >= 400 && isApiPath(path) && !isJson(response)) replaceBody(response, status);
    const reason = rest.find((part) => typeof part === "string");
    return reason === undefined ? response.writeHead(status) : response.writeHead(status, reason);
  };
}

function isJson(response: ServerResponse): boolean {
  return /^application\/(\w+\+)?json/.test(String(response.getHeader("content-type") ?? ""));
}

/** What the application still writes is dropped. */
function replaceBody(response: ServerResponse, status: number): void {
  const body = JSON.stringify({ detail: STATUS_CODES[status] ?? "Error" });
  for (const name of ["content-encoding", "transfer-encoding", "etag", "vary"]) response.removeHeader(name);
  response.setHeader("Content-Type", "application/json");
  response.setHeader("Content-Length", Buffer.byteLength(body));
  const end = response.end;
  response.write = () => true;
  response.end = (...parts: unknown[]) => {
    response.end = end;
    const whenDone = parts.find((part) => typeof part === "function");
    return end.call(response, body, "utf8", () => whenDone?.());
  };
}
