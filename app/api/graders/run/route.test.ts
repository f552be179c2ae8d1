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

const byPattern = (pattern: string) => ({ type: "spindle.json_schema", schema: { items: { pattern } } });

test("a pattern that no text can be held against is refused at its place", async () => {
  const grader = byPattern("a".repeat(100_000));
  const { status, body } = await run(grader, { model_sample: '["a"]' });
  expect(status).toBe(422);
  expect(body.detail).toMatchObject([
    { loc: ["body", "grader", "schema", "items", "pattern"], msg: expect.stringContaining("too long") },
  ]);
  const multi = { type: "multi", graders: { form: grader }, calculate_output: "form" };
  const part = await run(multi, { model_sample: '["a"]' });
  expect(part.status).toBe(422);
  expect(part.body.detail[0].loc).toEqual([
    "body",
    "grader",
    "graders",
    "form",
    "schema",
    "items",
    "pattern",
  ]);
});

test.each([{ $ref: "#" }, { allOf: [{ $ref: "#" }] }, { items: { $ref: "#/items" } }])(
  "an answer is masked by a schema that refers to itself endlessly: %j",
  async (schema) => {
    const { status, body } = await run({ type: "spindle.json_schema", schema }, { model_sample: '["a"]' });
    expect(status).toBe(200);
    const masked = { reason: "schema_failed", detail: expect.stringContaining("endlessly") };
    expect(body).toMatchObject({ score: null, masked });
  },
);

test("an answer is held against the schema of a tree", async () => {
  const grader = {
    type: "spindle.json_schema",
    schema: { type: "object", properties: { next: { $ref: "#" } } },
  };
  const scores = ['{"next": {"next": {}}}', '{"next": {"next": 5}}'].map(
    async (sample) => (await run(grader, { model_sample: sample })).body.score,
  );
  expect(await Promise.all(scores)).toEqual([1, 0]);
});
