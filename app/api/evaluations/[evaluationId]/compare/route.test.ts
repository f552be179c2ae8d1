import { expect, test } from "vitest";
import { addQueueItems, createQueue, queryQueueItems } from "#lib/contract/annotation/queues.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import {
  aNextVersionOf,
  anEvaluation,
  aRow,
  aRunIn,
  measuredRuns,
} from "#lib/testing/data/evaluation-data.ts";
import { anAnnotationSpec } from "#lib/testing/data/feedback-data.ts";
import { DeskPlace } from "#lib/testing/data/queue-data.ts";
import { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startScriptedUpstream } from "#lib/testing/engines/scripted-upstream.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

/** Of 40 questions the older model knows every second one; the newer one all but three, of which the older knew one, and it refuses one. */
const numberIn = (question: string) => Number(question.slice(1));
const upstream = startScriptedUpstream({
  older: (question) => (numberIn(question) % 2 === 0 ? `a${numberIn(question)}` : "?"),
  newer: (question) =>
    numberIn(question) === 39 ? 400 : [0, 1, 3].includes(numberIn(question)) ? "?" : `a${numberIn(question)}`,
});

routeGuarantees(api, contract.compareEvaluationRuns, async (place) => {
  const { project_id, evaluation_id, run_id } = await aRunIn(api, place);
  return { project_id, evaluation_id, runs: [run_id], baseline: run_id };
});

async function compared(rows: ReturnType<typeof aRow>[]) {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { older = "", newer = "" } = await upstream.register(api, place.caller);
  const contains = {
    type: "string_check",
    input: "{{sample.output_text}}",
    reference: "a",
    operation: "like",
  } as const;
  const { id: evaluationId } = await anEvaluation(api, place, {
    rows,
    graders: [{ name: "tries", grader: contains }],
  });
  const runs = await measuredRuns(api, place, { evaluationId, subjects: [older, newer] });
  const ids = runs.map(({ id }) => id);
  const reply = await api.call(place.caller, contract.compareEvaluationRuns, {
    projectId: project.path,
    evaluationId,
    runs: ids,
    ...(ids[0] ? { baseline: ids[0] } : {}),
  });
  const cell = (run: number, metric: string) =>
    reply.subjects[run]?.cells.find((one) => one.metric === metric) ?? null;
  return { reply, cell, place, ids };
}

test("runs are compared by row: shares with Wilson's interval, differences paired, what was fixed and broken counted", async () => {
  const rows = Array.from({ length: 40 }, (_, at) => aRow(`q${at}`, `a${at}`));
  const { reply, cell } = await compared(rows);
  expect(reply.metrics.map(({ name, unit }) => [name, unit])).toEqual([
    ["exact_match", "share"],
    ["tries", "share"],
    ["latency_ms", "ms"],
    ["completion_tokens", "tokens"],
  ]);
  expect(cell(0, "exact_match")).toMatchObject({
    estimate: { value: 0.5, n: 40, method: "wilson" },
    difference: null,
    masked: 0,
    failed: 20,
  });
  const newer = cell(1, "exact_match");
  // 36 of the 39 that it answered; the refused row is left out and no zero.
  expect(newer).toMatchObject({ masked: 1, failed: 3, fixed: 17, broken: 1 });
  expect(newer?.estimate.value).toBeCloseTo(36 / 39, 12);
  expect(newer?.difference).toMatchObject({ n: 39, method: "paired_bootstrap" });
  expect(newer?.difference?.value).toBeCloseTo(16 / 39, 12);
  expect(newer?.difference?.low).toBeGreaterThan(0.2);
  expect(newer?.difference?.high).toBeLessThan(0.6);
  // Of 18 rows that differ, one is worse: 2 · (1 + 18) / 2^18.
  expect(newer?.pValue).toBeCloseTo((2 * 19) / 2 ** 18, 12);
  const latency = { estimate: { n: 39, method: "bootstrap" }, pValue: null, fixed: 0, broken: 0 };
  expect(cell(1, "latency_ms")).toMatchObject(latency);
});

test("rows of one thread are one case, so that many of them say less", async () => {
  const rows = Array.from({ length: 40 }, (_, at) =>
    aRow(`q${at}`, `a${at}`, { threadId: `thread ${Math.floor(at / 10)}` }),
  );
  const [alone, together] = [
    await compared(rows.map(({ value, isHeldOut = true }) => ({ value, isHeldOut }))),
    await compared(rows),
  ];
  const width = ({ cell }: typeof alone) => {
    const { low, high } = cell(0, "exact_match")?.estimate ?? { low: null, high: null };
    return low === null || high === null ? null : high - low;
  };
  expect(together.cell(0, "exact_match")?.estimate.method).toBe("wilson_of_units");
  // Each of the four threads holds as many right as wrong ones, so that all sets of threads have the same mean, which is no certainty.
  expect(width(together)).toBeGreaterThan(0.6);
  expect(width(alone)).toBeGreaterThan(0.2);
  expect(width(alone)).toBeLessThan(0.4);
  expect(together.cell(1, "exact_match")?.difference?.method).toBe("newcombe_of_units");
  expect(together.cell(1, "exact_match")?.difference?.n).toBe(39);
  expect([alone, together].map(({ cell }) => cell(1, "exact_match")?.units)).toEqual([39, 4]);
  expect(together.cell(0, "exact_match")?.units).toBe(0);
});

test("people and a judge together say more than people alone; answers to draw are always the same", async () => {
  const rows = Array.from({ length: 40 }, (_, at) => aRow(`q${at}`, `a${at}`));
  const { reply, place, ids } = await compared(rows);
  const [runId = ""] = ids;
  const projectId = place.project.path;
  const draw = async (count: number) => {
    const input = { projectId, runId, draw: count, limit: 50, offset: 0 };
    const { results } = await api.call(place.caller, contract.queryEvaluationResults, input);
    return results.flatMap(({ callId, output }) => (callId ? { callId, output } : []));
  };
  const some = await draw(16);
  expect(some).toHaveLength(16);
  expect((await draw(20)).slice(0, 16)).toEqual(some);
  const good = await anAnnotationSpec(api, place, { name: "good", schema: { type: "boolean" } });
  const { id: queueId } = await api.call(place.caller, createQueue, {
    projectId,
    name: "Drawn",
    scorerRefs: [good],
  });
  const at = { projectId, queueId };
  const callIds = some.map(({ callId }) => callId);
  await api.call(place.caller, addQueueItems, { ...at, callIds, displayFields: ["output"] });
  const { items } = await api.call(place.caller, queryQueueItems, at);
  const desk = new DeskPlace(api, { ...place, projectId, queueId, items, people: [place.caller] });
  const review = new ReviewPlace(desk, new Map([["good", good]]));
  // People say yes to every answer that the judge does, and to none besides.
  for (const [item, { callId }] of items.entries()) {
    const output = some.find((one) => one.callId === callId)?.output ?? "";
    await review.say(0, item, { good: output.startsWith("a") });
  }
  const people = { queueId, field: good, judge: "tries" };
  const compare = (more: object) =>
    api.call(place.caller, contract.compareEvaluationRuns, {
      projectId,
      evaluationId: reply.subjects[0]?.run.evaluationId ?? "",
      runs: ids,
      people: { ...people, ...more },
    });
  const [older, newer] = (await compare({})).subjects.map(({ peopleAndJudge }) => peopleAndJudge);
  expect(older).toMatchObject({
    together: { n: 16, method: "prediction_powered" },
    peopleAlone: { n: 16 },
    judgeAlone: { n: 40, value: 0.5 },
    alike: { value: 1, n: 16 },
  });
  const width = (estimate: Estimate | undefined) => (estimate?.high ?? 0) - (estimate?.low ?? 0);
  expect(width(older?.together)).toBeLessThan(0.9 * width(older?.peopleAlone));
  expect(newer).toMatchObject({
    together: { value: null, n: 0 },
    peopleAlone: { n: 0 },
    judgeAlone: { n: 39 },
  });
  await expect(compare({ judge: "exact_match" })).rejects.toMatchObject({ status: 422 });
  expect(reply.subjects[0]?.peopleAndJudge).toBeNull();
});

test("of runs of two versions only the rows of both are compared, and each run says which it measured", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { older = "", newer = "" } = await upstream.register(api, place.caller);
  const asked = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => aRow(`q${from + at}`, `a${from + at}`));
  const { id: evaluationId, datasetId } = await anEvaluation(api, place, { rows: asked(0, 10) });
  const [before] = await measuredRuns(api, place, { evaluationId, subjects: [older] });
  await aNextVersionOf(api, place, { datasetId, kept: 4, rows: asked(10, 19) });
  const [after] = await measuredRuns(api, place, { evaluationId, subjects: [newer] });
  const [baseline = "", candidate = ""] = [before?.id, after?.id];
  const input = { projectId: project.path, evaluationId, runs: [baseline, candidate], baseline };
  const { subjects } = await api.call(place.caller, contract.compareEvaluationRuns, input);
  expect(subjects.map(({ run, cells }) => [run.version, cells[0]?.estimate.n])).toEqual([
    [0, 10],
    [1, 13],
  ]);
  // Alone the newer one looks better, 10 of 13 against 5 of 10; of the four common rows it knows one and the older two.
  const [exact] = subjects[1]?.cells ?? [];
  expect(exact).toMatchObject({
    metric: "exact_match",
    difference: { value: -0.25, n: 4 },
    fixed: 0,
    broken: 1,
  });
  expect(exact?.estimate.value).toBeCloseTo(10 / 13, 12);
});

test("a run of another evaluation is not there", async () => {
  const rows = [aRow("q0", "a0")];
  const [one, other] = [await compared(rows), await compared(rows)];
  const { place, ids } = one;
  const response = await api.send(place.caller, {
    path: `/evaluations/${one.reply.subjects[0]?.run.evaluationId}/compare`,
    body: { project_id: place.project.path, runs: ids, baseline: other.ids[0] },
  });
  expect(response.status).toBe(404);
});

test("a run says how many of its rows are retracted, alone and compared, and whether they were before it", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const { project_id, evaluation_id, run_id } = await aRunIn(api, { project, caller });
  const read = async () => {
    const input = { projectId: project_id, evaluationId: evaluation_id, runs: [run_id] };
    const { subjects } = await api.call(caller, contract.compareEvaluationRuns, input);
    const alone = await api.call(caller, contract.getEvaluationRun, { projectId: project_id, runId: run_id });
    expect(subjects[0]?.retracted).toEqual(alone.retracted);
    return alone.retracted;
  };
  expect(await read()).toBeNull();
  const answerId = newId();
  await api.db.query(sql`
    insert into dataset_evidence (project_id, version_id, position, kind, evidence_id, content_hash)
    select n.project_id, n.version_id, 0, 'answer', ${answerId}, ''::bytea from evaluation_run n where n.id = ${run_id}`);
  const inForceSince = new Date(Date.now() + 1_000);
  await api.db.prisma.retraction.create({
    data: {
      ...{ id: newId(), projectId: project.id, feedbackIds: [answerId], reason: "", inForceSince },
      createdBy: caller.userId,
    },
  });
  expect(await read()).toEqual({ rows: 1, totalRows: 1, already: 0 });
  // What nobody is measured by says nothing of the figures.
  await api.db.query(sql`update dataset_row set is_held_out = false where project_id = ${project.id}`);
  expect(await read()).toBeNull();
  await api.db.query(sql`update dataset set kind = 'eval' where project_id = ${project.id}`);
  expect(await read()).toEqual({ rows: 1, totalRows: 1, already: 0 });
  await api.db.query(
    sql`update evaluation_run set created_at = now() + interval '1 minute' where id = ${run_id}`,
  );
  expect(await read()).toEqual({ rows: 1, totalRows: 1, already: 1 });
});
