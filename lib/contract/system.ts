import { endpoint } from "./endpoint.ts";
import { anyJson, oneOf } from "./fields.ts";
import { wireObject } from "./wire.ts";

export const checkHealth = endpoint({
  operationId: "checkHealth",
  group: "system",
  summary: "Whether the service answers",
  method: "GET",
  path: "/v1/health",
  auth: [],
  needs: null,
  input: {},
  reply: wireObject({ status: oneOf(["ok"]) }),
});

export const checkSystem = endpoint({
  operationId: "checkSystem",
  group: "system",
  summary: "Whether each part of the service works",
  description:
    "Answers 503 with the same body when a part fails. Without a credential each part is told as a boolean only.",
  method: "GET",
  path: "/v1/system-check",
  auth: [],
  needs: null,
  input: {},
  reply: anyJson,
});
