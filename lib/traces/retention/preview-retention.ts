import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { CallPlace } from "#lib/contract/traces/call-fields.ts";
import type { previewRetention as contract } from "#lib/contract/traces/retention.ts";
import { countCalls } from "#lib/traces/totals/count-calls.ts";
import { findCutoff } from "./find-cutoff.internal.ts";
import { lookAtCalls } from "./look-at-calls.internal.ts";

type Endpoint = typeof contract;

const WITHIN_MS = 3_000;
const BATCH = 1_000;

/** Looks as the worker does, so that it counts what would be dropped and no more. */
export async function previewRetention(ctx: Ctx, limit: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { db, project, signal } = ctx;
  const until = await findCutoff(db, project.id, limit);
  if (until === null) return { until: null, older: 0, dropped: 0, kept: 0, isComplete: true };
  const span = { before: { at: until, isInside: false } };
  const { count: older } = await countCalls(db, project.id, { span });
  const endAt = performance.now() + WITHIN_MS;
  let from: CallPlace | null = null;
  let [dropped, kept, isComplete] = [0, 0, false];
  while (!isComplete && performance.now() < endAt && !signal.aborted) {
    const asked = { projectId: project.id, unit: limit.unit, until, from, limit: BATCH };
    const looked = await lookAtCalls(db, asked);
    kept += looked.filter(({ isKept }) => isKept).length;
    dropped += looked.filter(({ isKept }) => !isKept).length;
    from = looked.at(-1) ?? null;
    isComplete = looked.length < BATCH;
  }
  return { until: new Date(until), older, dropped, kept, isComplete };
}
