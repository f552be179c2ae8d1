import type { ThreadSort } from "#lib/contract/traces/threads.ts";

/** A stored call as the oracle sees it; times are whole microseconds since 1970. */
export type OracleCall = {
  id: string;
  threadId: string | null;
  turnId: string | null;
  started: number | null;
  ended: number | null;
  isDeleted: boolean;
  /** Whether its source lacks the date; the next, whether it lacks the duration. */
  isUndated: boolean;
  isUntimed: boolean;
  /** When it was stored, in whole milliseconds. */
  stored: number;
};

/** A question, on the wire's terms but with times in microseconds. */
export type OracleQuestion = {
  after?: number;
  before?: number;
  threadIds?: string[];
  sortBy?: ThreadSort[];
  limit?: number;
  offset?: number;
};

type Turn = Pick<OracleCall, "id" | "ended" | "isUndated" | "isUntimed" | "stored"> & {
  threadId: string;
  started: number;
};

/** What the wire must say, worked out in plain JavaScript from the calls alone. */
export function expectedThreads(calls: readonly OracleCall[], question: OracleQuestion): object[] {
  const turns = calls.flatMap((call) => turnOf(call, question) ?? []);
  const threads = Map.groupBy(turns, (turn) => turn.threadId);
  const rows = [...threads].map(([threadId, own]) => statisticsOf(threadId, own));
  const sortBy = question.sortBy?.length
    ? question.sortBy
    : [{ field: "last_updated", direction: "desc" } as const];
  rows.sort((a, b) => compareRows(a, b, sortBy));
  const from = question.offset ?? 0;
  const page = rows.slice(from, question.limit === undefined ? undefined : from + question.limit);
  return page.map(({ isStartUndated: _, latest: __, ...row }) => ({
    ...row,
    start_time: isoOf(row.start_time),
    last_updated: isoOf(row.last_updated),
  }));
}

/** ISO 8601 in UTC, with microseconds where there are any. */
export function isoOf(micros: number): string {
  const iso = new Date(Math.floor(micros / 1000)).toISOString();
  const beyond = micros % 1000;
  return beyond === 0 ? iso : iso.replace("Z", `${String(beyond).padStart(3, "0")}Z`);
}

function turnOf(call: OracleCall, { after, before, threadIds }: OracleQuestion): Turn | null {
  const { id, threadId, started, ended } = call;
  if (id !== call.turnId || call.isDeleted || threadId === null || threadId === "" || started === null)
    return null;
  if (after !== undefined && started <= after) return null;
  if (before !== undefined && started >= before) return null;
  if (threadIds?.length && !threadIds.includes(threadId)) return null;
  const { isUndated, isUntimed, stored } = call;
  return { id, threadId, started, ended, isUndated, isUntimed, stored };
}

type Row = ReturnType<typeof statisticsOf>;

function statisticsOf(threadId: string, turns: Turn[]) {
  const ended = turns.filter((turn) => turn.ended !== null);
  const durations = ended
    .filter((turn) => !turn.isUntimed)
    .map(durationMs)
    .sort((a, b) => a - b);
  const byStart = turns.toSorted((a, b) => a.started - b.started || compareText(a.id, b.id));
  const latestEnd = Math.max(...ended.map((turn) => turn.ended ?? 0));
  const lastTurns = ended.length > 0 ? ended.filter((turn) => turn.ended === latestEnd) : turns;
  const latestStart = Math.max(...lastTurns.map((turn) => turn.started));
  const [last] = lastTurns
    .filter((turn) => turn.started === latestStart)
    .sort((a, b) => compareText(a.id, b.id));
  const start = byStart[0]?.started ?? Number.NaN;
  const updated = ended.length > 0 ? latestEnd : latestStart;
  const isUpdateUndated = lastTurns.some(
    (turn) => turn.isUndated && (turn.ended ?? turn.started) === updated,
  );
  return {
    // Where no source says when that was, the thread stands where it was stored.
    latest: isUpdateUndated && last ? last.stored : updated,
    isStartUndated: turns.some((turn) => turn.isUndated && turn.started === start),
    thread_id: threadId,
    turn_count: turns.length,
    start_time: start,
    last_updated: updated,
    first_turn_id: byStart[0]?.id ?? null,
    last_turn_id: last?.id ?? null,
    p50_turn_duration_ms: percentile(durations, 0.5),
    p99_turn_duration_ms: percentile(durations, 0.99),
  };
}

function durationMs({ started, ended }: Turn): number {
  return Math.max(0, Math.floor((ended ?? started) / 1000) - Math.floor(started / 1000));
}

/** Linear between the two nearest ranks. */
function percentile(sorted: readonly number[], fraction: number): number | null {
  if (sorted.length === 0) return null;
  const rank = fraction * (sorted.length - 1);
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  return below + (rank - Math.floor(rank)) * (above - below);
}

function compareRows(a: Row, b: Row, sortBy: readonly ThreadSort[]): number {
  for (const { field, direction } of sortBy) {
    const late = lateness(a, field) - lateness(b, field);
    if (late !== 0) return late;
    const by = field === "last_updated" ? "latest" : field;
    const [left, right] = [a[by], b[by]];
    if (left === right) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const order = typeof left === "string" ? compareText(left, String(right)) : left - Number(right);
    if (order !== 0) return direction === "desc" ? -order : order;
  }
  return compareText(a.thread_id, b.thread_id);
}

/** Threads whose source says no start come last, in both directions. */
function lateness({ isStartUndated }: Row, field: ThreadSort["field"]): number {
  return Number(field === "start_time" && isStartUndated);
}

/** By code point, which is the order of UTF-8's bytes. */
function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
