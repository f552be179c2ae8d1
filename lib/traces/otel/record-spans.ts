import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { recordSpans as contract } from "#lib/contract/traces/otel.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { inTurns } from "#lib/platform/in-turns.ts";
import { upsertCallBatch } from "#lib/traces/ingest/upsert-call-batch.ts";
import { readingExport } from "./read-export.internal.ts";

/** One project that may not be written refuses the export; a span that cannot be stored costs none of the others. */
export async function recordSpans(
  ctx: AccountCtx,
  { projectId, resourceSpans = [] }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { calls, homeless, faults } = await inTurns(
    readingExport(resourceSpans, {
      defaultProject: projectId ?? null,
      defaultEntity: ctx.actor.defaultEntity,
    }),
  );
  if (homeless > 0 && calls.length === 0 && faults.length === 0) throw new Rejected(NO_PROJECT);
  const { res } = await upsertCallBatch(ctx, {
    batch: calls.flatMap(({ start, end }) => [
      { mode: "start", req: { start } },
      ...(end ? [{ mode: "end", req: { end } }] : []),
    ]),
  });
  const refused = res.flatMap(({ error }) => (error === undefined ? [] : [error]));
  return replyTo([...faults, ...refused, ...Array.from({ length: homeless }, () => NO_PROJECT)]);
}

const NO_PROJECT =
  "A span names no project: send the header project_id with entity/project, or resource attributes wandb.entity and wandb.project";
const MAX_REASONS = 5;

/** OTLP has room for one message, so each reason is in it once. */
function replyTo(faults: readonly string[]): ReplyOf<typeof contract> {
  if (faults.length === 0) return { partialSuccess: undefined };
  const reasons = [...new Set(faults)];
  const listed = reasons.slice(0, MAX_REASONS).join("; ");
  const more = reasons.length > MAX_REASONS ? `; and ${reasons.length - MAX_REASONS} other reasons` : "";
  return { partialSuccess: { rejectedSpans: String(faults.length), errorMessage: listed + more } };
}
