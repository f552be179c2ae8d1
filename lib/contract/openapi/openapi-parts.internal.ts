import type { JsonSchema } from "#lib/contract/wire-schema.ts";

export const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", description: "An API key" },
  basic: { type: "http", scheme: "basic", description: "Any user name, with an API key as the password" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "spindle-session",
    description: "The dashboard's session. Works only from the dashboard's origin",
  },
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
      required: ["detail"],
      properties: {
        detail: { type: "string" },
        reason: {
          type: "string",
          description: "The same text as `detail`; absent if the request reached no endpoint",
        },
      },
    },
  };
}
