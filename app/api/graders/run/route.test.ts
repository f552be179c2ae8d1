import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/grader-trials.ts";
import { EXACT } from "#lib/testing/data/grader-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
startTestSampler();

routeGuarantees(api, contract.runGrader, {
  prepare: ({ project }) => ({
    project_id: project.path,
    grader: EXACT,
    model_sample: "yes",
    model_sample_tools: [],
    item: { reference: "yes" },
  }),
});

async function run(grader: unknown, body: Record<string, unknown>) {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  const response = await api.send(caller, {
    path: "/graders/run",
    body: { project_id: project.path, grader, ...body },
  });
  return { status: response.status, body: await response.json() };
}

test("an answer has a score and whether it passes, or the reason why it has none", async () => {
  expect(await run(EXACT, { model_sample: "yes", item: { reference: "yes" } })).toEqual({
    status: 200,
    body: { score: 1, passed: true, masked: null, parts: [] },
  });
  const { body } = await run(EXACT, { model_sample: "yes", item: { answer: "yes" } });
  expect(body).toEqual({
    score: null,
    passed: null,
    masked: {
      reason: "invalid_variable",
      detail: "{{item.reference}} has no value; the item has answer; write for example {{item.answer}}",
    },
    parts: [],
  });
});

test("each part of a formula says what it found", async () => {
  const parts = { exact: EXACT, other: { ...EXACT, reference: "{{item.missing}}" } };
  const multi = { type: "multi", graders: parts, calculate_output: "exact" };
  const { body } = await run(multi, { model_sample: "no", item: { reference: "yes" } });
  expect(body).toMatchObject({
    score: 0,
    masked: null,
    parts: [
      { name: "exact", score: 0, masked: null },
      { name: "other", score: null, masked: { reason: "invalid_variable" } },
    ],
  });
});

const input = [{ role: "user", content: "Is this polite: {{sample.output_text}}" }];
const labels = {
  type: "label_model",
  model: "spindle-mini",
  input,
  labels: ["yes", "no"],
  passing_labels: ["yes"],
};

test("a model gives labels their probabilities, and the two sides make one", async () => {
  const [yes, no] = await Promise.all([
    run(labels, { model_sample: "please" }),
    run({ ...labels, passing_labels: ["no"] }, { model_sample: "please" }),
  ]);
  expect(yes.body.score).toBeGreaterThan(0);
  expect(yes.body.score).toBeLessThan(1);
  expect(yes.body.score + no.body.score).toBeCloseTo(1, 6);
  const judge = { type: "spindle.judge", model: "spindle-mini", input, scores: { yes: 10, no: 0 } };
  const { body } = await run(judge, { model_sample: "please" });
  expect(body.score).toBeCloseTo(10 * yes.body.score, 6);
});

test.each<[string, object, string, string]>([
  ["an unknown model", { ...labels, model: "nobody" }, "model_failed", "nobody"],
  [
    "a text that is too long",
    { ...labels, input: [{ role: "user", content: "word ".repeat(600) }] },
    "too_long",
    "512",
  ],
  [
    "words and no score",
    { type: "score_model", model: "spindle-mini", input, range: [1e6, 2e6] },
    "unreadable_answer",
    "model answered",
  ],
  [
    "an address of this machine",
    { type: "spindle.http", url: "https://127.0.0.1/verify" },
    "verifier_failed",
    "on this machine",
  ],
  [
    "an address that is not https",
    { type: "spindle.http", url: "http://example.org" },
    "verifier_failed",
    "https://host/path",
  ],
  [
    "people who were not asked",
    { type: "spindle.human", queue_id: "q", field: "f" },
    "no_answer",
    "not a stored call",
  ],
])("masked, and never 0: %s", async (_, grader, reason, detail) => {
  const { status, body } = await run(grader, { model_sample: "please" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ score: null, masked: { reason, detail: expect.stringContaining(detail) } });
});
