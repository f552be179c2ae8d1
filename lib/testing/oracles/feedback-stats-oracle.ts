/** Feedback as the oracle sees it. */
export type OracleFeedback = { atMs: number; payload: Record<string, unknown> };

/** What is asked of one value of the payloads, on the wire's terms. */
export type OracleMetric = {
  json_path: string;
  value_type: "numeric" | "boolean" | "categorical";
  aggregations: string[];
  percentiles: number[];
};

export type OracleQuestion = {
  startMs: number;
  endMs: number;
  granularity: number;
  timezone: string;
  metrics: OracleMetric[];
};

type Answers = Record<string, number | null>;
export type OracleBucket = { timestamp: string; count: number } & Answers;

/** What the wire must say, worked out one value after the other. For zones whose clocks are not moved in the time that is asked for. */
export function expectedStats(
  feedback: readonly OracleFeedback[],
  question: OracleQuestion,
): { buckets: Record<string, unknown>[]; window_stats: Record<string, Answers> } {
  const { startMs, endMs, granularity, timezone, metrics } = question;
  const within = feedback.filter(({ atMs }) => atMs >= startMs && atMs < endMs);
  const buckets = [];
  for (let at = bucketOf(startMs, granularity, timezone); at < endMs; at += granularity * 1000) {
    const own = within.filter(({ atMs }) => bucketOf(atMs, granularity, timezone) === at);
    const answers = metrics.flatMap((metric) =>
      Object.entries(answersOf(own, metric)).map(([key, value]) => [`${key}_${nameOf(metric)}`, value]),
    );
    buckets.push({
      timestamp: new Date(at).toISOString(),
      count: own.length,
      ...Object.fromEntries(answers),
    });
  }
  const whole = metrics.map((metric) => [nameOf(metric), answersOf(within, metric)]);
  return { buckets, window_stats: Object.fromEntries(whole) };
}

/** When the bucket of a moment begins: so long after the last multiple as the clock says. */
function bucketOf(ms: number, granularity: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const reading = Date.parse(`${format.format(ms).replace(" ", "T")}Z`) + (ms % 1000);
  return ms - (reading % (granularity * 1000));
}

function nameOf({ json_path: path }: OracleMetric): string {
  return path.split(".").join("_").split(" ").join("_");
}

function answersOf(
  feedback: readonly OracleFeedback[],
  { json_path: path, value_type: type, aggregations, percentiles }: OracleMetric,
): Answers {
  const values: number[] = [];
  for (const { payload } of feedback) {
    let value: unknown = payload;
    for (const key of path.split("."))
      value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
    if (type === "numeric" && typeof value === "number") values.push(value);
    if (type === "boolean" && typeof value === "boolean") values.push(value ? 1 : 0);
    if (type === "categorical" && ["string", "number", "boolean"].includes(typeof value)) values.push(1);
  }
  const answers: Answers = {};
  for (const aggregation of aggregations) answers[aggregation] = aggregated(values, aggregation);
  for (const percentile of type === "numeric" ? percentiles : [])
    answers[`p${percentile}`] = percentileOf(values, percentile);
  return answers;
}

function aggregated(values: readonly number[], aggregation: string): number | null {
  const sum = values.reduce((total, value) => total + value, 0);
  switch (aggregation) {
    case "sum":
      return sum;
    case "count":
      return values.length;
    case "count_true":
      return values.filter((value) => value === 1).length;
    case "count_false":
      return values.filter((value) => value === 0).length;
    case "avg":
      return values.length > 0 ? sum / values.length : null;
    case "min":
      return values.length > 0 ? Math.min(...values) : null;
    case "max":
      return values.length > 0 ? Math.max(...values) : null;
    default:
      throw new Error(`The oracle knows no aggregation ${aggregation}`);
  }
}

/** Interpolates between the two values around the rank. */
function percentileOf(values: readonly number[], percentile: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (percentile / 100) * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (rank % 1);
}
