import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/graders.ts";
import { EXACT } from "#lib/testing/data/grader-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.createGrader, {
  prepare: ({ project }) => ({
    project_id: project.path,
    name: "exact",
    description: "The very reference",
    grader: EXACT,
  }),
});

async function anEngineer(): Promise<{ project: TestProject; caller: Caller }> {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project) };
}

async function create(
  { project, caller }: { project: TestProject; caller: Caller },
  grader: unknown,
  name = "mine",
) {
  const body = { project_id: project.path, name, grader };
  const response = await api.send(caller, { path: "/graders", body });
  return { status: response.status, body: await response.json() };
}

test("a grader comes back as it was sent, with what it left out, and a name is taken once", async () => {
  const place = await anEngineer();
  const multi = {
    type: "multi",
    graders: { exact: EXACT, number: { type: "spindle.number_match", reference: "{{item.n}}" } },
    calculate_output: "0.5 * exact + 0.5 * number",
  };
  const { status, body } = await create(place, multi);
  expect(status).toBe(200);
  expect(body.grader).toMatchObject({ name: "mine", is_archived: false, description: "" });
  expect(body.grader.grader).toEqual({
    ...multi,
    graders: {
      exact: EXACT,
      number: {
        type: "spindle.number_match",
        input: "{{sample.output_text}}",
        reference: "{{item.n}}",
        tolerance: 0,
        relative_tolerance: 0,
        pick: "last",
      },
    },
  });
  expect(await create(place, EXACT)).toMatchObject({ status: 409, body: { code: "name_taken" } });
});

test("a template that names what no answer has is refused at it, each at once", async () => {
  const place = await anEngineer();
  const judge = {
    ...{ type: "spindle.judge", model: "m", scores: { good: 1, bad: 0 } },
    input: [
      { role: "system", content: "{{sample.answer}}" },
      { role: "user", content: "{{sample.output_text.x}}" },
    ],
  };
  const call = { type: "spindle.tool_call", tool: "book", arguments: { to: ["{{sample.choices.x}}"] } };
  const refused = await create(place, {
    type: "multi",
    graders: { exact: { ...EXACT, input: "{{sample.text}}", reference: "{{reference}}" }, judge, call },
    calculate_output: "exact",
  });
  expect(refused.status).toBe(422);
  const at = (...rest: unknown[]) => ["body", "grader", "graders", ...rest];
  expect(refused.body.detail.map(({ loc, msg }: { loc: unknown; msg: string }) => [loc, msg])).toEqual([
    [
      at("exact", "input"),
      "Value error, {{sample.text}} is nothing: a sample has output_text, answer, output_tools, choices, output_json",
    ],
    [
      at("exact", "reference"),
      "Value error, {{reference}} is nothing: variables begin with item. or sample.",
    ],
    [
      at("judge", "input", 1, "content"),
      "Value error, {{sample.output_text.x}} is nothing: sample.output_text is a text; write {{sample.output_text}}",
    ],
    [
      at("call", "arguments", "to", 0),
      "Value error, {{sample.choices.x}} is nothing: sample.choices is a list; write for example {{sample.choices[0]}}",
    ],
  ]);
  const nameless = [
    ...["{{sample.choices.}}", "{{sample.choices[0].}}", "{{sample.choices..message}}"],
    ...["{{item.}}", "{{item..x}}", "{{item.reference.}}"],
  ];
  for (const nothing of nameless) {
    const empty = await create(place, { ...EXACT, reference: nothing });
    expect([empty.status, empty.body.detail]).toEqual([
      422,
      [
        expect.objectContaining({
          loc: ["body", "grader", "reference"],
          msg: `Value error, ${nothing} is nothing: a name is missing beside a dot`,
        }),
      ],
    ]);
  }
  const fit = {
    ...EXACT,
    input: "{{ sample.output_json.city }} {{sample.choices[0].message}}",
    reference: "{{item.any.a[1]}}",
  };
  expect((await create(place, fit)).status).toBe(200);
});

test("what a grader cannot mean is refused where it stands", async () => {
  const place = await anEngineer();
  const refused: [Record<string, unknown>, (string | number)[], string][] = [
    [{ type: "python" }, ["type"], "literal_error"],
    [{ ...EXACT, operation: "is" }, ["operation"], "literal_error"],
    [{ ...EXACT, colour: 1 }, ["colour"], "extra_forbidden"],
    [
      { type: "multi", graders: { exact: EXACT }, calculate_output: "exact + other" },
      ["calculate_output"],
      "value_error",
    ],
    [
      { type: "multi", graders: { exact: { ...EXACT, input: 7 } }, calculate_output: "exact" },
      ["graders", "exact", "input"],
      "string_type",
    ],
    [
      { type: "multi", graders: [1, 2].map(() => ({ ...EXACT, name: "same" })), calculate_output: "same" },
      ["graders"],
      "value_error",
    ],
    [
      {
        type: "score_model",
        model: "spindle-mini",
        input: [{ role: "user", content: "{{sample.output_text}}" }],
        sampling_params: { temperature: -1 },
      },
      ["sampling_params", "temperature"],
      "greater_than_equal",
    ],
    [{ ...EXACT, reference: "a\u0000b" }, ["reference"], "value_error"],
    [
      { type: "multi", graders: { exact: { ...EXACT, reference: "\ud800" } }, calculate_output: "exact" },
      ["graders", "exact", "reference"],
      "value_error",
    ],
  ];
  for (const [grader, place_, type] of refused) {
    const { status, body } = await create(place, grader);
    expect(status, JSON.stringify(grader)).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ["body", "grader", ...place_], type }]);
  }
  const schema = { type: "spindle.json_schema", schema: { type: "nonsense" } };
  const { status, body } = await create(place, schema);
  expect(status).toBe(422);
  expect(body.detail).toMatchObject([{ loc: ["body", "grader", "schema"], type: "value_error" }]);
});

test.each([
  [{ $ref: "#" }, [], "endlessly"],
  [{ pattern: ".".repeat(8_000) }, ["pattern"], "too long"],
  [{ anyOf: [{ pattern: ".".repeat(50_000) }] }, ["anyOf", 0, "pattern"], "too long"],
])(
  "a schema that no answer can be held against is refused where it is wrong: %#",
  async (schema, where, says) => {
    const { status, body } = await create(await anEngineer(), { type: "spindle.json_schema", schema });
    expect(status).toBe(422);
    const loc = ["body", "grader", "schema", ...where];
    expect(body.detail).toMatchObject([{ loc, type: "value_error", msg: expect.stringContaining(says) }]);
  },
);
