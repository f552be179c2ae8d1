import { expectedThreads, isoOf, type OracleCall, type OracleQuestion } from "./thread-oracle.ts";

/** A stored call with what filters and totals ask beyond turns. */
export type FilterCall = OracleCall & {
  hasFailed: boolean;
  /** Queues that hold it. */
  queueIds: string[];
  /** Emoji of reactions; "note" for feedback of another kind. */
  feedback: string[];
  /** Of each model in its summary; null if the summary has none. */
  tokens: number[] | null;
};

/** A filter on the wire's terms, beyond the window and the ids. */
export type WireFilter = {
  search?: string;
  min_turns?: number;
  max_turns?: number;
  min_p50_turn_duration_ms?: number;
  max_p50_turn_duration_ms?: number;
  min_p99_turn_duration_ms?: number;
  max_p99_turn_duration_ms?: number;
  has_errors?: boolean;
  in_queue?: boolean;
  queue_id?: string;
  has_feedback?: boolean;
};

type Line = {
  thread_id: string;
  turn_count: number;
  start_time: string;
  p50_turn_duration_ms: number | null;
  p99_turn_duration_ms: number | null;
};

/** The lines that pass, found by going through every thread and every call. */
export function expectedFiltered(
  calls: readonly FilterCall[],
  question: OracleQuestion,
  filter: WireFilter,
): Line[] {
  const { limit, offset = 0, ...rest } = question;
  // The oracle of the list answers these keys, among others.
  const lines = expectedThreads(calls, rest) as Line[];
  const passing = lines.filter((line) => passes(line, callsOf(calls, line.thread_id, question), filter));
  return passing.slice(offset, limit === undefined ? undefined : offset + limit);
}

function passes(line: Line, calls: readonly FilterCall[], filter: WireFilter): boolean {
  const p50 = line.p50_turn_duration_ms ?? Number.NaN;
  const p99 = line.p99_turn_duration_ms ?? Number.NaN;
  const agrees = (wanted: boolean | undefined, is: (call: FilterCall) => boolean) =>
    wanted === undefined || calls.some(is) === wanted;
  return (
    line.thread_id.toLowerCase().includes((filter.search ?? "").toLowerCase()) &&
    within(line.turn_count, filter.min_turns, filter.max_turns) &&
    within(p50, filter.min_p50_turn_duration_ms, filter.max_p50_turn_duration_ms) &&
    within(p99, filter.min_p99_turn_duration_ms, filter.max_p99_turn_duration_ms) &&
    agrees(filter.has_errors, (call) => call.hasFailed) &&
    agrees(filter.in_queue, (call) => call.queueIds.length > 0) &&
    agrees(filter.has_feedback, (call) => call.feedback.length > 0) &&
    (filter.queue_id === undefined || calls.some((call) => call.queueIds.includes(filter.queue_id ?? "")))
  );
}

/** Not a number is within no bound. */
function within(value: number, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);
}

/** The live calls of a thread that started inside the window. */
export function callsOf(
  calls: readonly FilterCall[],
  threadId: string,
  { after, before }: OracleQuestion,
): FilterCall[] {
  return calls.filter(
    (call) =>
      call.threadId === threadId &&
      !call.isDeleted &&
      // Without a window, a call whose start is unknown belongs to its thread like any other.
      (after === undefined || (call.started !== null && call.started > after)) &&
      (before === undefined || (call.started !== null && call.started < before)),
  );
}

/** The totals over the lines that pass. */
export function expectedSummary(
  calls: readonly FilterCall[],
  question: OracleQuestion,
  filter: WireFilter,
): object {
  const lines = expectedFiltered(calls, question, filter);
  const all = lines.flatMap((line) => callsOf(calls, line.thread_id, question));
  const turns = all.filter((call) => call.id === call.turnId && call.started !== null);
  const durations = turns.flatMap(({ started, ended, isUntimed }) =>
    ended === null || started === null || isUntimed
      ? []
      : [Math.max(0, Math.floor(ended / 1000) - Math.floor(started / 1000))],
  );
  const isUndatedAt = (start: number, line: Line | undefined) =>
    turns.some((turn) => turn.threadId === line?.thread_id && turn.started === start && turn.isUndated);
  const tokens = turns.flatMap((turn) => turn.tokens ?? []);
  const failed = turns.filter((turn) => turn.hasFailed).length;
  return {
    threads: lines.length,
    turns: turns.length,
    mean_turns: lines.length > 0 ? turns.length / lines.length : null,
    p50_turn_duration_ms: quantile(durations, 0.5),
    p90_turn_duration_ms: quantile(durations, 0.9),
    p99_turn_duration_ms: quantile(durations, 0.99),
    failed_turns: failed,
    error_share: turns.length > 0 ? failed / turns.length : null,
    feedback: all.reduce((sum, call) => sum + call.feedback.length, 0),
    tokens: tokens.length > 0 ? tokens.reduce((sum, one) => sum + one, 0) : null,
    is_token_sum_left_out: false,
    turn_counts: histogram(lines.map((line) => line.turn_count)),
    turn_durations: histogram(durations),
    median_durations: histogram(lines.flatMap((line) => line.p50_turn_duration_ms ?? [])),
    over_time: overTime(
      lines.map((line) => microsOf(line.start_time)).filter((start, i) => !isUndatedAt(start, lines[i])),
    ),
  };
}

function quantile(values: readonly number[], fraction: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const rank = fraction * (sorted.length - 1);
  const [below = 0, above = below] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return below + (rank - Math.floor(rank)) * (above - below);
}

/** The ranges written out, as far as these tests reach. */
const EDGES = [
  0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000,
  10_000, 15_000, 20_000, 30_000, 50_000, 70_000, 100_000, 150_000, 200_000, 300_000, 500_000, 700_000,
  1_000_000, 1_500_000, 2_000_000, 3_000_000, 5_000_000, 7_000_000, 10_000_000, 15_000_000, 20_000_000,
  30_000_000, 50_000_000, 70_000_000, 100_000_000, 150_000_000, 200_000_000, 300_000_000, 500_000_000,
];

function histogram(values: readonly number[]): object[] {
  const buckets = EDGES.slice(0, -1).map((from, i) => {
    const to = EDGES[i + 1] ?? 0;
    return { from, to, count: values.filter((value) => value >= from && value < to).length };
  });
  const first = buckets.findIndex(({ count }) => count > 0);
  return first < 0 ? [] : buckets.slice(first, buckets.findLastIndex(({ count }) => count > 0) + 1);
}

const MINUTES = [1, 5, 15, 60, 180, 360, 1440, 10_080, 43_200, 525_600];

function overTime(startsMicros: readonly number[]): object {
  if (startsMicros.length === 0) return { bucket_ms: null, buckets: [] };
  const spanMicros = Math.max(...startsMicros) - Math.min(...startsMicros);
  const minutes = MINUTES.find((one) => spanMicros <= 59 * one * 60e6) ?? 525_600;
  const widthMicros = minutes * 60e6;
  const counts = Map.groupBy(startsMicros, (start) => Math.floor(start / widthMicros) * widthMicros);
  const starts = [...counts.keys()].sort((a, b) => a - b);
  return {
    bucket_ms: minutes * 60_000,
    buckets: starts.map((start) => ({ start: isoOf(start), count: counts.get(start)?.length })),
  };
}

function microsOf(iso: string): number {
  return Date.parse(iso) * 1000 + Number(/\.\d{3}(\d{3})Z$/.exec(iso)?.[1] ?? 0);
}
