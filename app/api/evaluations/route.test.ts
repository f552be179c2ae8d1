import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/evaluations.ts";
import { aRow, aVersionOf } from "#lib/testing/data/evaluation-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const GRADER = {
  type: "text_similarity",
  input: "{{sample.output_text}}",
  reference: "{{item.reference}}",
  evaluation_metric: "fuzzy_match",
};

routeGuarantees(api, contract.createEvaluation, async (place) => {
  const { datasetId } = await aVersionOf(api, place, [aRow("Hello?", "Hello")]);
  return {
    project_id: place.project.path,
    name: "Greetings",
    dataset_id: datasetId,
    version: 0,
    graders: [{ name: "close", grader: GRADER }],
    sampling: { temperature: 0.5, max_tokens: 20 },
  };
});

async function create(body: Record<string, unknown>) {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const { datasetId } = await aVersionOf(api, { project, caller }, [aRow("Hello?", "Hello")]);
  const whole = { project_id: project.path, name: "Greetings", dataset_id: datasetId, ...body };
  const send = () => api.send(caller, { path: "/evaluations", body: whole });
  const response = await send();
  return { status: response.status, body: await response.json(), send };
}

test("an evaluation comes back whole, with what was left out", async () => {
  const { status, body } = await create({ graders: [{ name: "close", grader: GRADER }] });
  expect(status).toBe(200);
  expect(body.evaluation).toMatchObject({
    name: "Greetings",
    version: null,
    graders: [{ name: "close", grader: GRADER }],
    sampling: { temperature: 0, max_tokens: 256 },
    run_count: 0,
    last_run: null,
  });
});

test("what cannot be measured is refused where it stands", async () => {
  const refused: [Record<string, unknown>, (string | number)[]][] = [
    [{ name: " " }, ["name"]],
    [{ graders: [{ name: "a b", grader: GRADER }] }, ["graders", 0, "name"]],
    [{ graders: [{ name: "__proto__", grader: GRADER }] }, ["graders", 0, "name"]],
    [{ graders: [{ name: "exact_match", grader: GRADER }] }, ["graders"]],
    [{ graders: [1, 2].map(() => ({ name: "same", grader: GRADER })) }, ["graders"]],
    [{ graders: [{ name: "close", grader: { type: "python" } }] }, ["graders", 0, "grader", "type"]],
    [
      { graders: [{ name: "form", grader: { type: "spindle.json_schema", schema: { type: "nonsense" } } }] },
      ["graders", 0, "grader", "schema"],
    ],
    [
      {
        graders: [
          { name: "form", grader: { type: "spindle.json_schema", schema: { pattern: ".".repeat(8_000) } } },
        ],
      },
      ["graders", 0, "grader", "schema", "pattern"],
    ],
    [{ sampling: { temperature: 2.5 } }, ["sampling", "temperature"]],
    [{ sampling: { top_k: 3 } }, ["sampling", "top_k"]],
  ];
  for (const [sent, place] of refused) {
    const { status, body } = await create(sent);
    expect(status, JSON.stringify(sent)).toBe(422);
    expect(body.detail[0].loc).toEqual(["body", ...place]);
  }
  expect((await create({ version: 3 })).status).toBe(404);
});

test("a name is taken once in a project", async () => {
  const { send } = await create({});
  const again = await send();
  expect([again.status, (await again.json()).code]).toEqual([409, "name_taken"]);
});

test("a grader that compares with references is refused on rows that have none, and exact match is not measured there", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const value = { prompt: [{ role: "user", content: "Hello?" }] };
  const { datasetId } = await aVersionOf(api, { project, caller }, [{ value, isHeldOut: true }]);
  const ask = (name: string, graders: readonly object[]) =>
    api.send(caller, {
      path: "/evaluations",
      body: { project_id: project.path, name, dataset_id: datasetId, graders },
    });
  const refused = await ask("With", [{ name: "close", grader: GRADER }]);
  expect(refused.status).toBe(422);
  const [problem] = (await refused.json()).detail;
  expect(problem.loc).toEqual(["body", "graders", 0, "grader"]);
  expect(problem.msg).toMatch(
    /the only measured row of set-\S+:v0 does not have a reference, which close compares with/,
  );
  const made = await ask("Without", [{ name: "yes", grader: { ...GRADER, reference: "yes" } }]);
  expect(made.status).toBe(200);
  const { evaluation } = await made.json();
  const changed = await api.send(caller, {
    method: "PUT",
    path: `/evaluations/${evaluation.id}`,
    body: {
      project_id: project.path,
      measures: {
        dataset_id: datasetId,
        graders: [{ name: "close", grader: GRADER }],
        sampling: evaluation.sampling,
      },
    },
  });
  expect((await changed.json()).detail[0].loc).toEqual(["body", "measures", "graders", 0, "grader"]);
});
