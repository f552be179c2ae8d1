import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from "node:http";
import { restoreLength } from "#lib/edge/answer/known-length.ts";

type Guard = {
  /** Whether an error may be a page; elsewhere one that is not JSON (Next's own for unknown paths and thrown errors) gets a JSON body. */
  takesPages: boolean;
  /** Set where the application set nothing. */
  defaults: Record<string, string>;
  /** Set in any case. */
  forced: Record<string, string>;
};

/** Completes a response at the moment its head is written. */
export function guardResponse(response: ServerResponse, { takesPages, ...headers }: Guard): void {
  const { writeHead, write, end } = response;
  const state: { replacement: string | null } = { replacement: null };
  const needsReplacing = () => response.statusCode >= 400 && !takesPages && !isJson(response);

  response.writeHead = (status: number, ...rest: unknown[]) => {
    response.writeHead = writeHead;
    response.statusCode = status;
    const given = rest.find((part): part is OutgoingHttpHeaders => typeof part === "object" && part !== null);
    for (const [name, value] of Object.entries(given ?? {}))
      if (value !== undefined) response.setHeader(name, value);
    restoreLength(response);
    for (const [name, value] of Object.entries(headers.defaults))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    for (const [name, value] of Object.entries(headers.forced)) response.setHeader(name, value);
    if (needsReplacing()) state.replacement = prepareReplacement(response);
    const reason = rest.find((part) => typeof part === "string");
    return reason === undefined ? response.writeHead(status) : response.writeHead(status, reason);
  };
  // Later wrappers, such as compression, still end here. The head comes first where the body will be another one.
  const settleHead = () => {
    if (!response.headersSent && needsReplacing()) response.writeHead(response.statusCode);
  };
  response.write = (...parts: unknown[]) => {
    settleHead();
    return state.replacement === null ? Reflect.apply(write, response, parts) : true;
  };
  response.end = (...parts: unknown[]) => {
    settleHead();
    if (state.replacement === null) return Reflect.apply(end, response, parts);
    const whenDone = parts.find((part) => typeof part === "function");
    return end.call(response, state.replacement, "utf8", () => whenDone?.());
  };
}

function isJson(response: ServerResponse): boolean {
  return /^application\/(\w+\+)?json/.test(String(response.getHeader("content-type") ?? ""));
}

/** Describes the body that is about to come instead of the application's, and returns it. */
function prepareReplacement(response: ServerResponse): string {
  const body = JSON.stringify({ detail: STATUS_CODES[response.statusCode] ?? "Error" });
  for (const name of ["content-encoding", "transfer-encoding", "etag"]) response.removeHeader(name);
  response.setHeader("Content-Type", "application/json");
  response.setHeader("Content-Length", Buffer.byteLength(body));
  return body;
}
