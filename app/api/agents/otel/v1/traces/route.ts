import * as contract from "#lib/contract/otel.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { recordAgentSpans } from "#lib/otel/record-agent-spans.ts";
import { traceMessages } from "#lib/otel/trace-messages.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.recordAgentSpans, recordAgentSpans, traceMessages),
);
