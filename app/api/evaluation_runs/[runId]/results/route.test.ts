import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { anEvaluation, aRow, aRunIn, measuredRuns } from "#lib/testing/data/evaluation-data.ts";
import { startScriptedUpstream } from "#lib/testing/engines/scripted-upstream.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const upstream = startScriptedUpstream({
  older: (question) => ({ fix: "?", break: "a", keep: "a", fail: "?", mask: "a" })[question] ?? "",
  newer: (question) => ({ fix: "a", break: "?", keep: "a", fail: "!", mask: 400 })[question] ?? "",
});

routeGuarantees(api, contract.queryEvaluationResults, async (place) => {
  const { project_id, run_id } = await aRunIn(api, place);
  return { project_id, run_id, metric: "exact_match", filter: "passed", baseline: run_id };
});

async function aPairOfRuns() {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { older = "", newer = "" } = await upstream.register(api, place.caller);
  const rows = ["fix", "break", "keep", "fail", "mask"].map((question) => aRow(question, "a"));
  const { id: evaluationId } = await anEvaluation(api, place, { rows });
  const [before, after] = await measuredRuns(api, place, { evaluationId, subjects: [older, newer] });
  const query = (more: Partial<Parameters<typeof ask>[0]>) => ask({ ...more });
  const ask = (more: {
    metric?: string;
    filter?: contract.ResultFilter;
    text?: string;
    baseline?: string;
    limit?: number;
  }) =>
    api.call(place.caller, contract.queryEvaluationResults, {
      projectId: project.path,
      runId: after?.id ?? "",
      limit: 50,
      offset: 0,
      ...more,
    });
  return { query, before, after, place };
}

test("answers are kept by what became of them", async () => {
  const { query, before } = await aPairOfRuns();
  const questions = async (filter: contract.ResultFilter) =>
    (await query({ metric: "exact_match", filter, ...(before ? { baseline: before.id } : {}) })).results.map(
      ({ prompt }) => prompt[0]?.content,
    );
  expect(await questions("fixed")).toEqual(["fix"]);
  expect(await questions("broken")).toEqual(["break"]);
  expect(await questions("masked")).toEqual(["mask"]);
  expect(await questions("failed")).toEqual(["break", "fail"]);
  expect(await questions("passed")).toEqual(["fix", "keep"]);
});

test("answers are found by what was asked, what should have come or what came", async () => {
  const { query } = await aPairOfRuns();
  const asked = async (text: string) =>
    (await query({ text })).results.map(({ prompt }) => prompt[0]?.content);
  expect(await asked("BREAK")).toEqual(["break"]);
  expect(await asked("!")).toEqual(["fail"]);
  // It stands in each row, and is nobody's words.
  expect(await asked("content")).toEqual([]);
  expect(await asked("a")).toHaveLength(5);
  expect((await query({ text: "k", metric: "exact_match", filter: "failed" })).totalCount).toBe(1);
});

test("a result holds what was asked, what should have come and what came, beside the baseline's answer", async () => {
  const { query, before } = await aPairOfRuns();
  const { results, totalCount } = await query({ limit: 2, ...(before ? { baseline: before.id } : {}) });
  expect(totalCount).toBe(5);
  expect(results).toHaveLength(2);
  expect(results[1]).toMatchObject({
    position: 1,
    sample: 0,
    prompt: [{ role: "user", content: "break" }],
    reference: "a",
    output: "?",
    error: null,
    scores: [{ metric: "exact_match", score: 0, passed: false, masked: null }],
    baseline: { output: "a", scores: [{ metric: "exact_match", score: 1, passed: true, masked: null }] },
  });
  const call = await api.db.prisma.call.count({ where: { id: results[1]?.callId ?? "" } });
  expect(call).toBe(1);
});

test("a filter needs its metric, and a comparison its baseline", async () => {
  const { place, after } = await aPairOfRuns();
  const send = async (body: Record<string, unknown>) => {
    const path = `/evaluation_runs/${after?.id}/results`;
    const response = await api.send(place.caller, {
      path,
      body: { project_id: place.project.path, ...body },
    });
    return [response.status, (await response.json()).detail[0].loc];
  };
  expect(await send({ filter: "failed" })).toEqual([422, ["body", "metric"]]);
  expect(await send({ filter: "fixed", metric: "exact_match" })).toEqual([422, ["body", "baseline"]]);
  expect(await send({ metric: "style" })).toEqual([422, ["body", "metric"]]);
});
