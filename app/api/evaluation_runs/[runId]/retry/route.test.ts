import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anEvaluation, aRow, aRunIn, measureAll, measuredRuns } from "#lib/testing/data/evaluation-data.ts";
import { startScriptedUpstream } from "#lib/testing/engines/scripted-upstream.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
let isMended = false;
const upstream = startScriptedUpstream({
  moody: (question) => (question === "q2" && !isMended ? 400 : "an answer"),
});

routeGuarantees(api, contract.retryEvaluationRun, async (place) => {
  const { project_id, run_id } = await aRunIn(api, place);
  return { project_id, run_id };
});

test("a retry asks again for what has no score, and for nothing else", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { moody = "" } = await upstream.register(api, place.caller);
  const rows = ["q1", "q2", "q3"].map((question) => aRow(question, "an answer"));
  const { id: evaluationId } = await anEvaluation(api, place, { rows });
  const [run] = await measuredRuns(api, place, { evaluationId, subjects: [moody] });
  expect(run).toMatchObject({ state: "completed", done: 3, masked: 1 });
  isMended = true;
  const asked = upstream.seen.length;
  const input = { projectId: project.path, runId: run?.id ?? "" };
  const { run: queued } = await api.call(place.caller, contract.retryEvaluationRun, input);
  expect(queued).toMatchObject({ state: "queued", done: 2, endedAt: null });
  const early = await api.send(place.caller, {
    path: `/evaluation_runs/${queued.id}/retry`,
    body: { project_id: project.path },
  });
  expect([early.status, (await early.json()).code]).toEqual([409, "not_ended"]);
  await measureAll(api.db);
  expect(upstream.seen.length).toBe(asked + 1);
  const { run: after } = await api.call(place.caller, contract.getEvaluationRun, input);
  expect(after).toMatchObject({ state: "completed", done: 3, masked: 0 });
});

test("a run says how many answers a grader cannot score, as its template names what the row does not have", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { moody = "" } = await upstream.register(api, place.caller);
  const check = { type: "string_check", input: "{{sample.output_text}}", operation: "eq" } as const;
  const { id: evaluationId } = await anEvaluation(api, place, {
    rows: ["q1", "q3"].map((question) => aRow(question, "an answer")),
    graders: [
      { name: "fits", grader: { ...check, reference: "{{item.reference}}" } },
      { name: "never", grader: { ...check, reference: "{{item.wanted}}" } },
    ],
  });
  const [run] = await measuredRuns(api, place, { evaluationId, subjects: [moody] });
  expect(run).toMatchObject({ done: 2, masked: 2, unfillable: 2 });
  // It goes by what was found, and not by the words in which that is said.
  await api.db.query(sql`
    update evaluation_result set scores = '{"never":{"masked":"It cannot be said"}}'::json where run_id = ${run?.id ?? ""}`);
  const input = { projectId: project.path, runId: run?.id ?? "" };
  const { run: after } = await api.call(place.caller, contract.getEvaluationRun, input);
  expect(after).toMatchObject({ masked: 2, unfillable: 2 });
});

test("a formula of which one grader names what the row does not have cannot be scored either", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { moody = "" } = await upstream.register(api, place.caller);
  const check = { type: "string_check", input: "{{sample.output_text}}", operation: "eq" } as const;
  const never = { ...check, name: "never", reference: "{{item.wanted}}" };
  const { id: evaluationId } = await anEvaluation(api, place, {
    rows: [aRow("q1", "an answer")],
    graders: [{ name: "sum", grader: { type: "multi", graders: { never }, calculateOutput: "never" } }],
  });
  const [run] = await measuredRuns(api, place, { evaluationId, subjects: [moody] });
  expect(run).toMatchObject({ done: 1, masked: 1, unfillable: 1 });
});
