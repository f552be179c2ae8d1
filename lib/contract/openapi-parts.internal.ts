import type { JsonSchema } from "./wire-schema.ts";

export const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", description: "An API key" },
  basic: { type: "http", scheme: "basic", description: "Any user name, with an API key as the password" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "spindle-session",
    description: "The dashboard's own session; it works from the dashboard's origin only",
  },
};

/** What each status says here, in words. */
export const STATUS_MEANINGS: Partial<Record<number, string>> = {
  200: "Done",
  400: "The request cannot be read, or breaks a rule that its types cannot say",
  401: "No credential, or one that proves nothing",
  403: "Not allowed: no member of the project, a role or key that may not, or a page elsewhere",
  404: "It does not exist in this project",
  405: "The path has other methods",
  409: "The state does not allow it, or the same request is still running",
  413: "The body is larger than the limit",
  415: "The body is not JSON, or is compressed",
  422: "The input does not fit the contract",
  429: "Too many tries; wait",
  500: "A bug of the service",
  503: "Something that the service stands on does not answer; try again",
};

export function sharedSchemas(): Record<string, JsonSchema> {
  return {
    ValidationError: {
      type: "object",
      required: ["loc", "msg", "type"],
      properties: {
        loc: { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
        msg: { type: "string" },
        type: { type: "string" },
      },
    },
    HTTPValidationError: {
      type: "object",
      properties: { detail: { type: "array", items: { $ref: "#/components/schemas/ValidationError" } } },
    },
    Error: { type: "object", required: ["detail"], properties: { detail: { type: "string" } } },
    ProjectError: {
      type: "object",
      required: ["detail", "reason"],
      properties: {
        detail: { type: "string" },
        reason: { type: "string", description: "The same text as `detail`" },
      },
    },
  };
}
