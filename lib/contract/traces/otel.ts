import { ANY_CREDENTIAL, BATCH_BODY_BYTES, endpoint } from "#lib/contract/endpoint.ts";
import { anyJson, list, projectId, text } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** OTLP writes its JSON in camel case, so that these names are the same on the wire and in the code. */
const ExportTraceRequest = z.object({ resourceSpans: maybe(list(anyJson)) });
const ExportTraceReply = z.object({
  /** Absent where every span was stored. */
  partialSuccess: maybe(
    z.object({
      /** A whole number, which the JSON form of protobuf writes as a text where it may have 64 bits. */
      rejectedSpans: text(),
      errorMessage: text(),
    }),
  ),
});

const exporting = {
  group: "project",
  method: "POST",
  auth: ANY_CREDENTIAL,
  needs: "calls:write",
  createsProject: true,
  projectAt: "verb",
  maxBodyBytes: BATCH_BODY_BYTES,
  takesGzip: true,
  takesProtobuf: true,
  queryInHeaders: ["project_id"],
  input: { query: wireObject({ projectId: maybe(projectId) }), body: ExportTraceRequest },
  reply: ExportTraceReply,
  example: {
    project_id: "local/playground",
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] },
        scopeSpans: [
          {
            scope: { name: "shop.answers" },
            spans: [
              {
                traceId: "0af7651916cd43dd8448eb211c80319c",
                spanId: "b7ad6b7169203331",
                name: "answer",
                kind: 1,
                startTimeUnixNano: "1767605400000000000",
                endTimeUnixNano: "1767605401250000000",
                attributes: [
                  { key: "wandb.thread_id", value: { stringValue: "conversation-1" } },
                  { key: "wandb.is_turn", value: { boolValue: true } },
                  { key: "input.value", value: { stringValue: "Where is my parcel?" } },
                  { key: "output.value", value: { stringValue: "It arrives tomorrow." } },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
} as const;

export const recordSpans = endpoint({
  ...exporting,
  operationId: "recordSpans",
  summary: "Record OpenTelemetry spans as calls",
  description:
    "Accepts OTLP over HTTP, as protobuf or JSON, and responds in the same form. Spans go to the project that their resource names as `wandb.entity` and `wandb.project`, else to that of `project_id`. Spans that cannot be stored are counted in `partialSuccess`; the others are still stored. Errors are JSON.",
  path: "/otel/v1/traces",
});

export const recordAgentSpans = endpoint({
  ...exporting,
  operationId: "recordAgentSpans",
  summary: "Record OpenTelemetry spans of agents as calls",
  description: "Like `recordSpans`, at the path to which Weave clients export agent spans.",
  path: "/agents/otel/v1/traces",
});
