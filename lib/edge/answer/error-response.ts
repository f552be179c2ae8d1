import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { asOurError } from "#lib/platform/db/database-error.ts";
import * as errors from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { openAiError } from "./openai-error.ts";

/** The one place that turns errors into statuses and bodies. Messages of errors that are not ours never leave. */
export function errorResponse(
  error: unknown,
  { group, openAiErrors = false, takesProtobuf = false }: Refusing,
  requestId: string,
): Response {
  const known = asOurError(error);
  const status = statusOf(known);
  if (status >= 500) log.error({ requestId, err: error }, "request failed");
  const body =
    known instanceof errors.InvalidRequest
      ? { detail: known.problems }
      : { ...textBody(known?.message ?? "Internal Server Error", group), ...codeOf(known) };
  return Response.json(openAiErrors ? { ...body, error: openAiError(known, status) } : body, {
    status,
    headers: headersOf(known, status, { requestId, takesProtobuf }),
  });
}

/** What an error response depends on. It is always JSON, because people read it in the logs of their exporters. */
type Refusing = Pick<AnyEndpoint, "group" | "openAiErrors" | "takesProtobuf">;

/** Programs of the project data group read `reason`, those of the training group `detail`. */
function textBody(text: string, group: AnyEndpoint["group"]): Record<string, string> {
  return group === "project" ? { detail: text, reason: text } : { detail: text };
}

/** The code by which programs distinguish conflicts. */
function codeOf(error: errors.SpindleError | null): { code?: string } {
  return error instanceof errors.Conflict && error.code !== null ? { code: error.code } : {};
}

/** The status of an error; 500 for null, which is an internal error. */
export function statusOf(error: errors.SpindleError | null): number {
  for (const [kind, status] of STATUSES) if (error instanceof kind) return status;
  return 500;
}

const STATUSES: [abstract new (...args: never[]) => errors.SpindleError, number][] = [
  [errors.InvalidRequest, 422],
  [errors.Unreadable, 400],
  [errors.Rejected, 400],
  [errors.Unauthenticated, 401],
  [errors.Forbidden, 403],
  [errors.NotFound, 404],
  [errors.Conflict, 409],
  [errors.TooLarge, 413],
  [errors.UnsupportedMediaType, 415],
  [errors.RateLimited, 429],
  [errors.Damaged, 500],
  [errors.UpstreamFailed, 502],
  [errors.Unavailable, 503],
  [errors.UpstreamLate, 504],
];

function headersOf(
  error: errors.SpindleError | null,
  status: number,
  { requestId, takesProtobuf }: { requestId: string; takesProtobuf: boolean },
): Headers {
  const headers = new Headers({ "X-Request-Id": requestId });
  if (status === 401) headers.append("WWW-Authenticate", 'Bearer, Basic realm="api"');
  if (status === 413) headers.set("Connection", "close");
  if (status === 415)
    headers.set("Accept", takesProtobuf ? "application/json, application/x-protobuf" : "application/json");
  if (status === 503) headers.set("Retry-After", "1");
  if (error instanceof errors.RateLimited) headers.set("Retry-After", String(error.retryAfterSeconds));
  if (error instanceof errors.Conflict && error.retryable) headers.set("Retry-After", "1");
  else if (error && !isWorthARetry(error)) headers.set("x-should-retry", "false");
  return headers;
}

/** Client libraries retry conflicts and server faults unless a header says otherwise. */
function isWorthARetry(error: errors.SpindleError): boolean {
  if (error instanceof errors.Damaged) return false;
  if (error instanceof errors.Conflict || error instanceof errors.UpstreamFailed) return error.retryable;
  return true;
}
