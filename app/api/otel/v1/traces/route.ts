import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/otel.ts";
import { recordSpans } from "#lib/traces/otel/record-spans.ts";
import { traceMessages } from "#lib/traces/otel/trace-messages.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.recordSpans, recordSpans, { protobuf: traceMessages }),
);
