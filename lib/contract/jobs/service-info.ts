import { endpoint } from "#lib/contract/endpoint.ts";
import { text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";

export const getServerInfo = endpoint({
  operationId: "getServerInfo",
  group: "system",
  summary: "Read which clients are supported",
  description: "Tracing clients ask this first, and do not use a service that is too old for them.",
  method: "GET",
  path: "/server_info",
  auth: [],
  needs: null,
  input: {},
  reply: wireObject({ minRequiredWeavePythonVersion: text(), traceServerVersion: text() }),
});

export const getVersion = endpoint({
  operationId: "getVersion",
  group: "system",
  summary: "The version of the tracing interface",
  description: "A plain text, as `trace_server_version` of `GET /server_info`.",
  method: "GET",
  path: "/version",
  auth: [],
  needs: null,
  input: {},
  reply: text(),
});
