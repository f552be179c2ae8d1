import type { CallPlace } from "#lib/contract/traces/call-fields.ts";
import type { Db } from "#lib/platform/db/database.ts";
import type { Pace } from "./decide-long-groups.internal.ts";
import type { Decisions } from "./decisions.internal.ts";
import { findGroups } from "./find-groups.internal.ts";
import { findKeeping } from "./find-keeping.internal.ts";
import { type Asked, type OldCall, oldestCalls } from "./oldest-calls.internal.ts";

/** A call that is old enough, and whether it stays all the same. */
export type Looked = OldCall & { isKept: boolean };

/** Threads in which evaluations and reinforcement runs record what they asked. */
const OF_RUNS = ["eval/", "rl/"];

/** The next calls in the order of their start, each with whether it stays; null where there was no time to decide about long traces and threads. */
export async function lookAtCalls(
  db: Db,
  asked: Asked & { from: CallPlace | null; limit: number },
  known: Decisions,
  pace: Pace,
): Promise<Looked[] | null> {
  return judgeCalls(db, asked, await oldestCalls(db, asked, asked.from, asked.limit), known, pace);
}

/**
 * A call stays if its trace, or a thread of its trace, has a call that is newer or that something hangs on, so that what people read together goes together.
 * Traces and threads are named in statements of their own: whatever PostgreSQL believes of the tables, it reads a project at most once for all of them,
 * and not once for each. Without `pace`, what is long and not decided stays.
 */
export async function judgeCalls(
  db: Db,
  asked: Asked,
  calls: readonly OldCall[],
  known: Decisions,
  pace: Pace | null,
): Promise<Looked[] | null> {
  // First, as it may change what is known.
  await findKeeping(db, asked, calls, known);
  const traceIds = new Set(calls.flatMap(({ traceId }) => (traceId === null ? [] : [traceId])));
  const traces = await findGroups(db, asked, "trace", [...traceIds], known, pace);
  if (!traces) return null;
  const threadIds = new Set([...traces.values()].flatMap((trace) => (trace.isKept ? [] : trace.threadIds)));
  const asRuns = (id: string) => OF_RUNS.some((start) => id.startsWith(start));
  const others = [...threadIds].filter((id) => !asRuns(id));
  const threads = await findGroups(db, asked, "thread", others, known, pace);
  if (!threads) return null;
  const keepsThread = (id: string) => asRuns(id) || threads.get(id)?.isKept === true;
  return calls.map((call) => {
    const trace = call.traceId === null ? undefined : traces.get(call.traceId);
    return { ...call, isKept: trace ? trace.isKept || trace.threadIds.some(keepsThread) : true };
  });
}
