import { expect, test } from "vitest";
import { getFeedbackPayloadSchema, getFeedbackStats } from "#lib/contract/traces/feedback-stats.ts";
import { aReviewer, keepFeedback, type Reviewer } from "#lib/testing/data/feedback-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, getFeedbackPayloadSchema);

const DAY = { start: "2026-01-05T00:00:00Z", end: "2026-01-06T00:00:00Z" };
const at = (second: number) => `2026-01-05T00:00:${String(second).padStart(2, "0")}Z`;

async function send({ project, caller }: Reviewer, more: Record<string, unknown> = {}) {
  const body = { project_id: project.path, ...DAY, ...more };
  const response = await api.send(caller, { path: getFeedbackPayloadSchema.path, body });
  return { status: response.status, body: await response.json() };
}

/** The type of each path. */
async function typesOf(place: Reviewer, more: Record<string, unknown> = {}): Promise<Record<string, string>> {
  const { status, body } = await send(place, more);
  expect(status, JSON.stringify(body)).toBe(200);
  type Path = { json_path: string; value_type: string };
  return Object.fromEntries(body.paths.map((path: Path) => [path.json_path, path.value_type]));
}

test("paths come in their order, each with the type that all of its values have", async () => {
  const place = await aReviewer(api);
  const payloads = [
    { output: { score: 0.5, passed: true, reason: "short" }, mixed: 1, odd: true },
    { output: { score: 2, passed: false, reason: null }, mixed: "one", odd: 0 },
    { output: { "Low quality": { confidence: 1 } }, nothing: null },
  ];
  await keepFeedback(
    api,
    place,
    payloads.map((payload, i) => ({ at: at(i), payload })),
  );
  expect((await send(place)).body).toEqual({
    paths: [
      { json_path: "mixed", value_type: "categorical" },
      { json_path: "odd", value_type: "categorical" },
      { json_path: "output.Low quality.confidence", value_type: "numeric" },
      { json_path: "output.passed", value_type: "boolean" },
      { json_path: "output.reason", value_type: "categorical" },
      { json_path: "output.score", value_type: "numeric" },
    ],
  });
});

test("what statistics cannot read is left out: lists, keys with dots, empty and far too long ones", async () => {
  const place = await aReviewer(api);
  const payload = JSON.parse(
    `{"list": [1, {"a": 1}], "a.b": 1, "": 1, "${"x".repeat(513)}": 1, "nul\\u0000": 1, "__proto__": {"x": 1}, "deep": {"": {"a": 1}}}`,
  );
  await keepFeedback(api, place, [{ at: at(1), payload }]);
  expect((await send(place)).body).toEqual({ paths: [{ json_path: "__proto__.x", value_type: "numeric" }] });
});

test("statistics accept every returned path", async () => {
  const place = await aReviewer(api);
  const payload = { n: 1, "a b": { "c'd": 2 }, yes: true, ü: "x" };
  await keepFeedback(api, place, [{ at: at(1), payload }]);
  const { paths } = (await send(place)).body;
  const response = await api.send(place.caller, {
    path: getFeedbackStats.path,
    body: { project_id: place.project.path, ...DAY, metrics: paths },
  });
  expect((await response.json()).window_stats).toEqual({
    n: { avg: 1, min: 1, max: 1 },
    "a_b_c'd": { avg: 2, min: 2, max: 2 },
    yes: { count_true: 1, count_false: 0 },
    ü: { count: 1 },
  });
});

test("a sample holds the newest of every type and origin before it holds a second one", async () => {
  const place = await aReviewer(api);
  const triggerRef = `weave:///${place.project.path}/object/judge:v1`;
  await keepFeedback(api, place, [
    { at: at(1), payload: { rare: 1 }, type: "rare" },
    { at: at(2), payload: { judged: 1 }, triggerRef },
    ...[3, 4, 5].map((second) => ({ at: at(second), payload: { [`often_${second}`]: 1 } })),
  ]);
  const sampled = async (sample_limit: number) => Object.keys(await typesOf(place, { sample_limit }));
  expect(await sampled(1)).toEqual(["often_5"]);
  expect(await sampled(3)).toEqual(["judged", "often_5", "rare"]);
  expect(await sampled(4)).toEqual(["judged", "often_4", "often_5", "rare"]);
  expect(await typesOf(place, { feedback_type: "rare" })).toEqual({ rare: "numeric" });
  expect(await typesOf(place, { trigger_ref: triggerRef.replace(":v1", ":*") })).toEqual({
    judged: "numeric",
  });
  expect((await send(place, { sample_limit: 5001 })).status).toBe(422);
});

test("large payloads are looked at as far as they fit, the newest first", async () => {
  const place = await aReviewer(api);
  const padding = "x".repeat(900_000);
  const payloads = [1, 2, 3, 4, 5, 6].map((n) => ({ [`n${n}`]: n, padding }));
  await keepFeedback(
    api,
    place,
    payloads.map((payload, i) => ({ at: at(i), payload })),
  );
  expect(Object.keys(await typesOf(place))).toEqual(["n3", "n4", "n5", "n6", "padding"]);
});

test("a payload of very many keys is listed in part", async () => {
  const place = await aReviewer(api);
  const payload = Object.fromEntries(Array.from({ length: 12_000 }, (_, i) => [`key${i}`, i]));
  await keepFeedback(api, place, [{ at: at(1), payload }]);
  expect(Object.keys(await typesOf(place))).toHaveLength(10_000);
});

test("another project's payloads and those of other times do not count, and an annotator sees only their own", async () => {
  const [place, foreign] = [await aReviewer(api), await aReviewer(api)];
  const annotator = { ...place, caller: await api.aCaller(place.project, "annotator") };
  await keepFeedback(api, place, [
    { at: at(1), payload: { theirs: 1 } },
    { at: "2026-01-04T23:59:59.999Z", payload: { before: 1 } },
    { at: DAY.end, payload: { after: 1 } },
  ]);
  await keepFeedback(api, annotator, [{ at: at(2), payload: { mine: 1 } }]);
  await keepFeedback(api, foreign, [{ at: at(3), payload: { foreign: 1 } }]);
  expect(Object.keys(await typesOf(place))).toEqual(["mine", "theirs"]);
  expect(Object.keys(await typesOf(annotator))).toEqual(["mine"]);
});

test("more than 31 days are a 422", async () => {
  const { status, body } = await send(await aReviewer(api), { start: "2025-12-01T00:00:00Z" });
  expect([status, body.detail[0].loc]).toEqual([422, ["body", "start"]]);
});
