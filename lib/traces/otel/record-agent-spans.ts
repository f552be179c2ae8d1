import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { recordAgentSpans as contract } from "#lib/contract/traces/otel.ts";
import { recordSpans } from "./record-spans.ts";

/** What agents do are calls like any other. */
export function recordAgentSpans(
  ctx: AccountCtx,
  input: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return recordSpans(ctx, input);
}
