import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { CallPlace } from "#lib/contract/traces/call-fields.ts";
import type { previewRetention as contract } from "#lib/contract/traces/retention.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { isTooSlow } from "#lib/platform/db/database-error.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { countCalls } from "#lib/traces/totals/count-calls.ts";
import { Decisions } from "./decisions.internal.ts";
import { findCutoff } from "./find-cutoff.internal.ts";
import { type Looked, lookAtCalls } from "./look-at-calls.internal.ts";

type Endpoint = typeof contract;

const WITHIN_MS = 3_000;
/** Of one statement. */
const STATEMENT_MS = 1_000;
const BATCH = 1_000;

/** Looks as the worker does, so that it counts what would be dropped and no more. */
export async function previewRetention(ctx: Ctx, limit: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { db, project, signal } = ctx;
  const until = await findCutoff(db, project.id, limit);
  if (until === null) return { until: null, older: 0, dropped: 0, kept: 0, isComplete: true };
  const span = { before: { at: until, isInside: false } };
  const { count: older } = await countCalls(db, project.id, { span });
  const endAt = performance.now() + WITHIN_MS;
  const asked = { projectId: project.id, unit: limit.unit, until };
  const known = new Decisions();
  let from: CallPlace | null = null;
  let [dropped, kept, isComplete] = [0, 0, false];
  while (!isComplete && performance.now() < endAt && !signal.aborted) {
    const looked = await lookInTime(db, { ...asked, from, limit: BATCH }, known, endAt);
    if (!looked) break;
    kept += looked.filter(({ isKept }) => isKept).length;
    dropped += looked.filter(({ isKept }) => !isKept).length;
    from = looked.at(-1) ?? null;
    isComplete = looked.length < BATCH;
  }
  return { until: new Date(until), older, dropped, kept, isComplete };
}

/** Null where there was not enough time. */
async function lookInTime(
  db: Db,
  asked: Parameters<typeof lookAtCalls>[1],
  known: Decisions,
  endAt: number,
): Promise<Looked[] | null> {
  const left = Math.min(STATEMENT_MS, Math.ceil(endAt - performance.now()));
  if (left <= 0) return null;
  try {
    return await db.transaction(async (tx) => {
      await tx.query(sql`select set_config('statement_timeout', ${String(left)}, true)`);
      return lookAtCalls(tx, asked, known, { endAt, isSlowKept: false });
    });
  } catch (error) {
    if (isTooSlow(error)) return null;
    throw error;
  }
}
