import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getFeedbackStats } from "#lib/contract/traces/feedback-stats.ts";
import { aNote, aReviewer, keepFeedback, type Reviewer, storedIds } from "#lib/testing/data/feedback-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import {
  expectedStats,
  type OracleFeedback,
  type OracleMetric,
} from "#lib/testing/oracles/feedback-stats-oracle.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, getFeedbackStats);

type Body = Record<string, unknown>;
const DAY = { start: "2026-01-05T00:00:00Z", end: "2026-01-06T00:00:00Z" };
const at = (time: string) => `2026-01-05T${time}Z`;
const aMetric = (json_path: string, more: Body = {}) => ({ json_path, ...more });

async function send({ project, caller }: Reviewer, body: Body) {
  const response = await api.send(caller, {
    path: getFeedbackStats.path,
    body: { project_id: project.path, ...DAY, ...body },
  });
  const answer = await response.json();
  return { status: response.status, body: answer };
}

async function statsOf(place: Reviewer, body: Body) {
  const answer = await send(place, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

test("values are returned by bucket and for the whole period, under the names that clients read", async () => {
  const place = await aReviewer(api);
  await keepFeedback(api, place, [
    { at: at("00:10:00"), payload: { output: { score: 0.5, passed: true } } },
    { at: at("05:59:59.999"), payload: { output: { score: 1.5, passed: false } } },
    { at: at("12:00:00"), payload: { output: { score: "high", passed: true } } },
  ]);
  const metrics = [
    aMetric("output.score", {
      value_type: "numeric",
      aggregations: ["sum", "avg", "count"],
      percentiles: [5, 50, 99.9],
    }),
    aMetric("output.passed", { value_type: "boolean" }),
  ];
  const none = { sum_output_score: 0, avg_output_score: null, count_output_score: 0 };
  const noPercentiles = { p5_output_score: null, p50_output_score: null, "p99.9_output_score": null };
  expect(await statsOf(place, { metrics })).toEqual({
    start: "2026-01-05T00:00:00.000Z",
    end: "2026-01-06T00:00:00.000Z",
    granularity: 21_600,
    timezone: "UTC",
    buckets: [
      {
        timestamp: "2026-01-05T00:00:00.000Z",
        count: 2,
        sum_output_score: 2,
        avg_output_score: 1,
        count_output_score: 2,
        p5_output_score: 0.55,
        p50_output_score: 1,
        "p99.9_output_score": 1.499,
        count_true_output_passed: 1,
        count_false_output_passed: 1,
      },
      ...[
        ["06", 0, 0],
        ["12", 1, 1],
        ["18", 0, 0],
      ].map(([hour, count, trues]) => ({
        timestamp: `2026-01-05T${hour}:00:00.000Z`,
        count,
        ...none,
        ...noPercentiles,
        count_true_output_passed: trues,
        count_false_output_passed: 0,
      })),
    ],
    window_stats: {
      output_score: { sum: 2, avg: 1, count: 2, p5: 0.55, p50: 1, "p99.9": 1.499 },
      output_passed: { count_true: 2, count_false: 1 },
    },
  });
});

test("a metric without aggregations gets what its kind of value suggests", async () => {
  const place = await aReviewer(api);
  await keepFeedback(api, place, [
    { at: at("01:00:00"), payload: { n: -2, b: false, c: "good", list: [1] } },
    { at: at("02:00:00"), payload: { n: 4, b: 1, c: 7, list: [2] } },
    { at: at("03:00:00"), payload: { n: true, b: "true", c: null } },
  ]);
  const { window_stats } = await statsOf(place, {
    metrics: [
      aMetric("n"),
      aMetric("b", { value_type: "boolean", percentiles: [50] }),
      aMetric("c", { value_type: "categorical", percentiles: [50] }),
      aMetric("list", { value_type: "categorical" }),
      aMetric("list.0"),
      aMetric("none", { aggregations: [], percentiles: [50] }),
    ],
  });
  expect(window_stats).toEqual({
    n: { avg: 1, min: -2, max: 4 },
    b: { count_true: 0, count_false: 1 },
    c: { count: 2 },
    list: { count: 0 },
    list_0: { avg: 1.5, min: 1, max: 2 },
    none: { avg: null, min: null, max: null, p50: null },
  });
});

test("no metric leaves the number of feedback", async () => {
  const place = await aReviewer(api);
  await keepFeedback(api, place, [{ at: at("07:00:00"), payload: {} }]);
  const { buckets, window_stats } = await statsOf(place, {});
  expect(buckets.map(({ count }: { count: number }) => count)).toEqual([0, 1, 0, 0]);
  expect(window_stats).toEqual({});
});

test("the time is from its start, inclusive, to its end, exclusive, to the millisecond", async () => {
  const place = await aReviewer(api);
  const times = ["2026-01-05T09:59:59.999Z", at("10:00:00"), at("10:59:59.999"), at("11:00:00")];
  await keepFeedback(
    api,
    place,
    times.map((time, n) => ({ at: time, payload: { n } })),
  );
  const { buckets, window_stats } = await statsOf(place, {
    start: at("10:00:00"),
    end: at("11:00:00"),
    metrics: [aMetric("n", { aggregations: ["min", "max", "count"] })],
  });
  expect(window_stats).toEqual({ n: { min: 1, max: 2, count: 2 } });
  expect(buckets).toHaveLength(12);
});

test("without an end everything until now counts, what was stored a moment ago included", async () => {
  const place = await aReviewer(api);
  await storedIds(api, place.caller, [aNote(place.project), aNote(place.project)]);
  const start = new Date(Date.now() - 3_600_000).toISOString();
  const stats = await statsOf(place, { start, end: null });
  expect(stats.buckets.at(-1).count).toBe(2);
  expect(Date.parse(stats.end)).toBeLessThanOrEqual(Date.now());
});

test("buckets are those of the zone's clock", async () => {
  const place = await aReviewer(api);
  await keepFeedback(api, place, [
    { at: "2026-03-28T22:59:59Z", payload: {} },
    { at: "2026-03-28T23:00:00Z", payload: {} },
    { at: "2026-03-29T21:59:59Z", payload: {} },
    { at: "2026-03-29T22:00:00Z", payload: {} },
  ]);
  const { buckets, granularity } = await statsOf(place, {
    start: "2026-03-27T23:00:00",
    end: "2026-03-30T22:00:00",
    granularity: 86_400,
    timezone: "Europe/Berlin",
  });
  expect(granularity).toBe(86_400);
  expect(buckets).toEqual([
    { timestamp: "2026-03-27T23:00:00.000Z", count: 1 },
    // The day on which the clock is put forward has 23 hours.
    { timestamp: "2026-03-28T23:00:00.000Z", count: 2 },
    { timestamp: "2026-03-29T22:00:00.000Z", count: 1 },
  ]);
});

test("feedback is chosen by its type and by what made it, in one version or in any", async () => {
  const place = await aReviewer(api);
  const ref = (name: string) => `weave:///${place.project.path}/object/${name}`;
  await keepFeedback(api, place, [
    { at: at("01:00:00"), payload: { n: 1 }, triggerRef: ref("judge:v1") },
    { at: at("02:00:00"), payload: { n: 2 }, triggerRef: ref("judge:v2") },
    { at: at("03:00:00"), payload: { n: 3 }, triggerRef: ref("judges:v1") },
    { at: at("04:00:00"), payload: { n: 4 }, type: "other" },
  ]);
  const sumOf = async (more: Body) => {
    const metrics = [aMetric("n", { aggregations: ["sum"] })];
    return (await statsOf(place, { metrics, ...more })).window_stats.n.sum;
  };
  expect(await sumOf({})).toBe(10);
  expect(await sumOf({ feedback_type: "other" })).toBe(4);
  expect(await sumOf({ feedback_type: "custom" })).toBe(6);
  expect(await sumOf({ trigger_ref: ref("judge:v1") })).toBe(1);
  expect(await sumOf({ trigger_ref: ref("judge:*").replace("weave", "other") })).toBe(3);
  expect(await sumOf({ trigger_ref: ref("judge:%") })).toBe(0);
});

test("another project's feedback never counts, and an annotator's own alone does", async () => {
  const [place, foreign] = [await aReviewer(api), await aReviewer(api)];
  const annotator = { ...place, caller: await api.aCaller(place.project, "annotator") };
  await keepFeedback(api, place, [{ at: at("01:00:00"), payload: { n: 1 } }]);
  await keepFeedback(api, annotator, [{ at: at("02:00:00"), payload: { n: 2 } }]);
  await keepFeedback(api, foreign, [{ at: at("03:00:00"), payload: { n: 4 } }]);
  const metrics = [aMetric("n", { aggregations: ["sum", "count"] })];
  for (const [reader, sum, count] of [
    [place, 3, 2],
    [annotator, 2, 1],
    [foreign, 4, 1],
  ] as const) {
    const { buckets, window_stats } = await statsOf(reader, { metrics });
    expect(window_stats.n).toEqual({ sum, count });
    expect(buckets.reduce((total: number, bucket: { count: number }) => total + bucket.count, 0)).toBe(count);
  }
});

test("values of any size, and names of any kind, never break it", async () => {
  const place = await aReviewer(api);
  const payloads = [1e308, 1e308, 5e-324, -0, 0.1, 0.2].map((big) => ({ big }));
  const odd = JSON.parse(
    '{"__proto__": {"x": 1}, "a b": 2, "ü": 3, "s": "nul\\u0000", "\\ud800": 4, "constructor": 5}',
  );
  await keepFeedback(
    api,
    place,
    [...payloads, odd].map((payload) => ({ at: at("01:00:00"), payload })),
  );
  const aggregations = ["sum", "max", "min", "avg"];
  const paths = ["__proto__.x", "a b", "ü", "constructor", "a'b", "x".repeat(500), ".", "s"];
  const { window_stats } = await statsOf(place, {
    metrics: [
      aMetric("big", { aggregations, percentiles: [0, 50, 100] }),
      ...paths.map((path) => aMetric(path, { aggregations: ["sum"] })),
      aMetric("s", { value_type: "categorical" }),
    ],
  });
  // No double holds this sum.
  expect(window_stats.big).toEqual({
    sum: null,
    max: 1e308,
    min: 0,
    avg: expect.closeTo(1e308 / 3, -300),
    p0: 0,
    p50: expect.closeTo(0.15, 10),
    p100: 1e308,
  });
  expect(Object.hasOwn(window_stats, "__proto___x")).toBe(true);
  expect(window_stats).toMatchObject({
    __proto___x: { sum: 1 },
    a_b: { sum: 2 },
    ü: { sum: 3 },
    constructor: { sum: 5 },
    s: { sum: 0, count: 1 },
  });
});

describe("what cannot be answered is a 422 that says where:", () => {
  const LONG_AGO = "2025-12-01T00:00:00Z";
  test.each<[string, Body, (string | number)[]]>([
    ["an end before the start", { start: DAY.end, end: DAY.start }, ["body", "start"]],
    ["a start in the future", { start: "2999-01-01T00:00:00Z", end: null }, ["body", "start"]],
    ["more than 31 days", { start: LONG_AGO, end: "2026-01-01T00:00:00.001Z" }, ["body", "start"]],
    ["a zone that is not there", { timezone: "Europe/Atlantis" }, ["body", "timezone"]],
    ["no granularity", { granularity: 0 }, ["body", "granularity"]],
    [
      "more answers than one can hold",
      { granularity: 9, metrics: Array.from({ length: 20 }, (_, i) => aMetric(`n${i}`)) },
      ["body", "granularity"],
    ],
    ["an empty path", { metrics: [aMetric("")] }, ["body", "metrics", 0, "json_path"]],
    [
      "a percentile beyond 100",
      { metrics: [aMetric("a", { percentiles: [50, 101] })] },
      ["body", "metrics", 0, "percentiles", 1],
    ],
    [
      "an unknown aggregation",
      { metrics: [aMetric("a", { aggregations: ["average"] })] },
      ["body", "metrics", 0, "aggregations", 0],
    ],
    [
      "a mean of categories",
      {
        metrics: [aMetric("a"), aMetric("c", { value_type: "categorical", aggregations: ["count", "avg"] })],
      },
      ["body", "metrics", 1, "aggregations", 1],
    ],
    [
      "two answers under one name",
      { metrics: [aMetric("a.b"), aMetric("a b")] },
      ["body", "metrics", 1, "json_path"],
    ],
  ])("%s", async (_, body, loc) => {
    const answer = await send(await aReviewer(api), body);
    expect([answer.status, answer.body.detail?.map((problem: { loc: unknown }) => problem.loc)]).toEqual([
      422,
      [loc],
    ]);
  });

  test("31 days are not too many", async () => {
    const body = { start: LONG_AGO, end: "2026-01-01T00:00:00Z" };
    expect((await statsOf(await aReviewer(api), body)).buckets).toHaveLength(31);
  });
});

test("any question about any feedback is answered as one works it out by hand", async () => {
  const place = await aReviewer(api);
  await fc.assert(
    fc.asyncProperty(aQuestion, fc.array(somePayload, { maxLength: 40 }), async (question, feedback) => {
      await api.db.prisma.feedback.deleteMany({ where: { projectId: place.project.id } });
      await keepFeedback(
        api,
        place,
        feedback.map(({ atMs, payload }) => ({ at: new Date(atMs).toISOString(), payload })),
      );
      const { startMs, endMs, ...how } = question;
      const time = { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
      const { buckets, window_stats } = await statsOf(place, { ...time, ...how });
      expect(rounded({ buckets, window_stats })).toEqual(rounded(expectedStats(feedback, question)));
    }),
    { numRuns: 150 },
  );
}, 120_000);

/** Two ways of adding end in different last digits. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === "number" ? Number(inner.toPrecision(12)) : inner,
  );
}

const FIRST = Date.UTC(2026, 0, 5);
const SPAN_MS = 2 * 86_400_000;
const aTime = fc.integer({ min: FIRST, max: FIRST + SPAN_MS });
// Eighths are added without a rest.
const aNumber = fc.integer({ min: -400, max: 400 }).map((eighths) => eighths / 8);
const aValue = fc.oneof(
  { weight: 5, arbitrary: aNumber },
  { weight: 3, arbitrary: fc.boolean() },
  fc.constantFrom("good", "bad", "1", "true", ""),
  fc.constant(null),
  fc.array(aNumber, { maxLength: 2 }),
);
const somePayload: fc.Arbitrary<OracleFeedback> = fc.record({
  atMs: aTime,
  payload: fc.dictionary(
    fc.constantFrom("a", "b", "long name"),
    fc.oneof(
      { weight: 3, arbitrary: aValue },
      { weight: 1, arbitrary: fc.dictionary(fc.constantFrom("a", "b"), aValue) },
    ),
  ),
});
const someAggregations = (names: string[]) => fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 });
const NUMERIC = ["sum", "avg", "min", "max", "count", "count_true", "count_false"];
const aMetricAt = (json_path: string): fc.Arbitrary<OracleMetric> =>
  fc.constantFrom("numeric" as const, "boolean" as const, "categorical" as const).chain((value_type) =>
    fc.record({
      json_path: fc.constant(json_path),
      value_type: fc.constant(value_type),
      aggregations: someAggregations(value_type === "categorical" ? ["count"] : NUMERIC),
      percentiles: fc.uniqueArray(fc.constantFrom(0, 5, 25, 50, 95, 99.9, 100), { maxLength: 3 }),
    }),
  );
const aQuestion = fc
  .record({
    times: fc.tuple(aTime, aTime),
    granularity: fc.constantFrom(900, 3600, 7200, 20_000, 86_400),
    timezone: fc.constantFrom("UTC", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland"),
    paths: fc.subarray(["a", "b", "a.a", "b.b", "long name", "nowhere.at.all"]),
  })
  .chain(({ times, paths, ...how }) =>
    fc.record({
      startMs: fc.constant(Math.min(...times)),
      endMs: fc.constant(Math.max(...times)),
      granularity: fc.constant(how.granularity),
      timezone: fc.constant(how.timezone),
      metrics: fc.tuple(...paths.map(aMetricAt)),
    }),
  );
