import * as errors from "#lib/platform/errors.ts";

/** The `error` object that clients of chat completions read. */
export type OpenAiError = { message: string; type: string; param: string | null; code: string | null };

/** An error in the words of the OpenAI form; null is an internal error, which reveals nothing. */
export function openAiError(error: errors.SpindleError | null, status: number): OpenAiError {
  const { type, code, param = null } = KINDS[status] ?? SERVER_ERROR;
  const message = error?.message ?? "Internal Server Error";
  if (error instanceof errors.InvalidRequest) return ofProblems(error);
  if (error instanceof errors.Rejected)
    return { message, type, param: error.param ?? param, code: error.code ?? code };
  return { message, type, param, code };
}

/** The first problem names the field; the message lists all of them. */
function ofProblems({ message, problems }: errors.InvalidRequest): OpenAiError {
  const [first] = problems;
  const [, ...path] = first?.loc ?? [];
  return {
    message,
    type: "invalid_request_error",
    param: path.length > 0 ? path.join(".") : null,
    code: first?.type ?? null,
  };
}

type Kind = { type: string; code: string | null; param?: string };

const SERVER_ERROR: Kind = { type: "server_error", code: "internal_error" };

/** By status. A model is the only thing that a completion looks for or finds busy. */
const KINDS: Partial<Record<number, Kind>> = {
  400: { type: "invalid_request_error", code: null },
  401: { type: "authentication_error", code: "invalid_api_key" },
  403: { type: "permission_error", code: "insufficient_permissions" },
  404: { type: "invalid_request_error", code: "model_not_found", param: "model" },
  409: { type: "conflict_error", code: "model_busy", param: "model" },
  413: { type: "invalid_request_error", code: "request_too_large" },
  415: { type: "invalid_request_error", code: "unsupported_media_type" },
  429: { type: "rate_limit_error", code: "rate_limit_exceeded" },
  500: SERVER_ERROR,
  502: { type: "upstream_error", code: "upstream_error" },
  503: { type: "server_error", code: "overloaded" },
  504: { type: "upstream_error", code: "upstream_timeout" },
};
