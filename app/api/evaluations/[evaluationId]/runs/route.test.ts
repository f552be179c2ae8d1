import { expect, test, vi } from "vitest";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { advanceRuns } from "#lib/evaluation/work/advance-runs.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import {
  anEvaluation,
  aRow,
  aRunIn,
  aVersionOf,
  measureAll,
  measuredRuns,
  someRuns,
} from "#lib/testing/data/evaluation-data.ts";
import { aModel, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startScriptedUpstream } from "#lib/testing/engines/scripted-upstream.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
/** A model that answers once the test lets it. */
const slow = { asked: false, answers: Promise.withResolvers<string>() };
const upstream = startScriptedUpstream({
  right: (question) => `answer to ${question}`,
  refusing: (question) => (question === "q1" ? 400 : `answer to ${question}`),
  silent: () => 503,
  slow: () => {
    slow.asked = true;
    return slow.answers.promise;
  },
  judge: (question) => (question.includes("q2") ? "no idea" : "0.75"),
});

routeGuarantees(api, contract.createEvaluationRuns, async (place) => {
  const { project_id, evaluation_id } = await aRunIn(api, place);
  return { project_id, evaluation_id, subjects: ["spindle-mini"], samples: 2, seed: 7 };
});

const ROWS = Array.from({ length: 11 }, (_, at) => aRow(`q${at}`, `answer to q${at}`));

/** A project whose runs alone are due: those that earlier tests left come back after a pause, and would take turns that a test counts. */
async function aPlace(): Promise<{ project: TestProject; caller: Caller; names: Record<string, string> }> {
  await api.db.query(sql`update evaluation_run set next_attempt_at = now() + interval '1 day'`);
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  return { project, caller, names: await upstream.register(api, caller) };
}

async function stored(project: TestProject, runId: string): Promise<{ results: number; calls: number }> {
  const where = { projectId: project.id };
  return {
    results: await api.db.prisma.evaluationResult.count({ where: { ...where, runId } }),
    calls: await api.db.prisma.call.count({ where: { ...where, threadId: `eval/${runId}` } }),
  };
}

const states = async (runs: readonly { id: string }[]) =>
  (
    await api.db.prisma.evaluationRun.findMany({
      where: { id: { in: runs.map(({ id }) => id) } },
      orderBy: { id: "asc" },
    })
  ).map(({ state }) => state);

test("a run measures each held-out row with each sample, and its answers are calls of its thread", async () => {
  const place = await aPlace();
  const rows = [...ROWS, aRow("trained on", "never asked", { isHeldOut: false })];
  const evaluation = await anEvaluation(api, place, { rows });
  const subjects = [place.names.right ?? ""];
  const [run] = await measuredRuns(api, place, { evaluationId: evaluation.id, subjects, samples: 2 });
  expect(run).toMatchObject({ state: "completed", total: 22, done: 22, masked: 0, version: 0 });
  expect(run?.subject).toEqual({ name: place.names.right, modelId: null, step: null });
  expect(await stored(place.project, run?.id ?? "")).toEqual({ results: 22, calls: 22 });
  const call = await api.db.prisma.call.findFirstOrThrow({ where: { threadId: `eval/${run?.id}` } });
  expect(call).toMatchObject({ opName: "chat_completion", userId: place.caller.userId });
  expect(call.attributes).toMatchObject({ evaluation_run_id: run?.id });
  expect(upstream.seen.some(({ body }) => JSON.stringify(body).includes("trained on"))).toBe(false);
});

test("runs take turns, so that a ninth one begins before the first eight have ended", async () => {
  const place = await aPlace();
  const evaluation = await anEvaluation(api, place, { rows: ROWS });
  const wanted = { evaluationId: evaluation.id, subjects: [place.names.right ?? ""] };
  const runs = [];
  for (let n = 0; n < 9; n++) runs.push(...(await someRuns(api, place, wanted)));
  // Those of other tests wait, however long these take.
  await api.db.query(sql`
    update evaluation_run set next_attempt_at = now() + interval '1 day'
    where state in ('queued', 'running') and project_id <> ${place.project.id}`);
  await advanceRuns(api.db);
  await advanceRuns(api.db);
  expect(new Set(await states(runs))).toEqual(new Set(["running"]));
  await measureAll(api.db);
});

test("a model that does not answer holds up no run but its own", async () => {
  const place = await aPlace();
  const evaluation = await anEvaluation(api, place, { rows: ROWS });
  const [held] = await someRuns(api, place, {
    evaluationId: evaluation.id,
    subjects: [place.names.slow ?? ""],
  });
  const working = advanceRuns(api.db, { lookAgainMs: 10 });
  await vi.waitFor(() => expect(slow.asked).toBe(true), { timeout: 15_000 });
  const [other] = await someRuns(api, place, {
    evaluationId: evaluation.id,
    subjects: [place.names.right ?? ""],
  });
  await vi.waitFor(async () => expect(await states([other ?? { id: "" }])).toEqual(["completed"]), 15_000);
  expect(await states([held ?? { id: "" }])).toEqual(["queued"]);
  slow.answers.resolve("at last");
  await working;
  await measureAll(api.db);
  expect(await states([held ?? { id: "" }])).toEqual(["completed"]);
});

test("a worker that dies before its commit, or works beside another one, doubles nothing", async () => {
  const place = await aPlace();
  const evaluation = await anEvaluation(api, place, { rows: ROWS });
  const [run] = await someRuns(api, place, {
    evaluationId: evaluation.id,
    subjects: [place.names.right ?? ""],
  });
  const dying: Db = {
    ...api.db,
    transaction: (work) =>
      api.db.transaction(async (tx) => {
        await work(tx);
        throw new Error("killed before the commit");
      }),
  };
  await expect(advanceRuns(dying)).rejects.toThrow("killed");
  expect(await stored(place.project, run?.id ?? "")).toEqual({ results: 0, calls: 0 });
  await Promise.all([advanceRuns(api.db), advanceRuns(api.db), advanceRuns(api.db)]);
  await measureAll(api.db);
  expect(await states([run ?? { id: "" }])).toEqual(["completed"]);
  expect(await stored(place.project, run?.id ?? "")).toEqual({ results: 11, calls: 11 });
});

test("an answer that does not come masks its row and scores nothing", async () => {
  const place = await aPlace();
  const evaluation = await anEvaluation(api, place, { rows: ROWS });
  const subjects = [place.names.refusing ?? ""];
  const [run] = await measuredRuns(api, place, { evaluationId: evaluation.id, subjects });
  expect(run).toMatchObject({ state: "completed", done: 11, masked: 1 });
  const row = await api.db.prisma.evaluationResult.findFirstOrThrow({
    where: { runId: run?.id ?? "", position: 1 },
  });
  expect(row).toMatchObject({ output: null, callId: null, isMasked: true });
  expect(row.error).toContain("answered 400");
  expect(row.scores).toEqual({ exact_match: { masked: row.error } });
});

test("a judge scores each answer, and masks those that it says nothing of", async () => {
  const place = await aPlace();
  const grader = {
    type: "score_model" as const,
    model: place.names.judge ?? "",
    input: [{ role: "user" as const, content: "How good is: {{sample.output_text}}" }],
    range: [0, 1],
  };
  const rows = ROWS.slice(0, 3);
  const evaluation = await anEvaluation(api, place, { rows, graders: [{ name: "judged", grader }] });
  const subjects = [place.names.right ?? ""];
  const [run] = await measuredRuns(api, place, { evaluationId: evaluation.id, subjects });
  expect(run).toMatchObject({ state: "completed", done: 3, masked: 1 });
  const results = await api.db.prisma.evaluationResult.findMany({
    where: { runId: run?.id ?? "" },
    orderBy: { position: "asc" },
  });
  const passed = { score: 1, passed: true };
  expect(results.map(({ scores }) => scores)).toEqual([
    { exact_match: passed, judged: { score: 0.75, passed: null } },
    { exact_match: passed, judged: { score: 0.75, passed: null } },
    { exact_match: passed, judged: { masked: expect.stringContaining("not a score") } },
  ]);
});

test("a run waits for an unreachable server, says so, and gives up in the end", async () => {
  const place = await aPlace();
  const evaluation = await anEvaluation(api, place, { rows: ROWS.slice(0, 2) });
  const [run] = await someRuns(api, place, {
    evaluationId: evaluation.id,
    subjects: [place.names.silent ?? ""],
  });
  const id = run?.id ?? "";
  const read = async () =>
    (await api.call(place.caller, contract.getEvaluationRun, { projectId: place.project.path, runId: id }))
      .run;
  await advanceRuns(api.db);
  expect(await read()).toMatchObject({
    state: "queued",
    done: 0,
    waitingFor: expect.stringContaining("503"),
  });
  let rounds = 0;
  // It may take a round more, where the service itself was busy in one.
  for (; rounds < 30 && (await read()).endedAt === null; rounds++) {
    await api.db.query(sql`
      update evaluation_run set next_attempt_at = clock_timestamp() - interval '1 hour' where id = ${id}`);
    await advanceRuns(api.db);
  }
  expect(await read()).toMatchObject({ state: "completed", masked: 2, waitingFor: null });
  expect(rounds).toBeGreaterThanOrEqual(5);
});

test("the service's own models are waited for as long as they are away", async () => {
  const place = await aPlace();
  const evaluation = await anEvaluation(api, place, { rows: ROWS.slice(0, 1) });
  const [run] = await someRuns(api, place, { evaluationId: evaluation.id, subjects: ["spindle-mini"] });
  const where = { id: run?.id ?? "" };
  await api.db.prisma.evaluationRun.update({ where, data: { idleRounds: 20 } });
  await advanceRuns(api.db);
  const after = await api.db.prisma.evaluationRun.findUniqueOrThrow({ where });
  expect(after).toMatchObject({ state: "queued", waitingFor: expect.stringContaining("sampler") });
  expect(after.nextAttemptAt.getTime()).toBeGreaterThan(Date.now());
});

test("a name that moves is fixed to its step, and a model of another project is evaluated there", async () => {
  const place = await aModel(api, { name: "agent" });
  await someCheckpoints(api, place, [1, 2]);
  const evaluation = await anEvaluation(api, place);
  const body = { project_id: place.project.path, samples: 1 };
  const path = `/evaluations/${evaluation.id}/runs`;
  const started = await api.send(place.caller, {
    path,
    body: { ...body, subjects: [`${place.project.path}/agent`, `${place.project.path}/agent:step1`] },
  });
  const { runs } = await started.json();
  expect(runs.map(({ subject }: { subject: unknown }) => subject)).toEqual([
    { name: `${place.project.path}/agent:step2`, model_id: place.model.id, step: 2 },
    { name: `${place.project.path}/agent:step1`, model_id: place.model.id, step: 1 },
  ]);
  const other = await aModel(api, { name: "foreign" });
  await api.db.prisma.projectMember.create({
    data: { projectId: other.project.id, userId: place.caller.userId, role: "engineer" },
  });
  const refused = await api.send(place.caller, {
    path,
    body: { ...body, subjects: [`${other.project.path}/foreign`] },
  });
  expect([refused.status, (await refused.json()).detail]).toEqual([
    400,
    expect.stringContaining("evaluate it there"),
  ]);
  await api.db.query(
    sql`update evaluation_run set state = 'cancelled' where project_id = ${place.project.id}`,
  );
});

test("removing a member ends their runs, and the run says why", async () => {
  const place = await aPlace();
  const evaluation = await anEvaluation(api, place, { rows: ROWS });
  const [run] = await someRuns(api, place, {
    evaluationId: evaluation.id,
    subjects: [place.names.right ?? ""],
  });
  await api.db.prisma.projectMember.deleteMany({ where: { userId: place.caller.userId } });
  await measureAll(api.db);
  const after = await api.db.prisma.evaluationRun.findUniqueOrThrow({ where: { id: run?.id ?? "" } });
  expect(after).toMatchObject({
    state: "failed",
    errorMessage: expect.stringContaining("may no longer use"),
  });
});

test("a dataset that holds nothing out has nothing to measure", async () => {
  const place = await aPlace();
  const { datasetId } = await aVersionOf(api, place, [aRow("q", "a", { isHeldOut: false })]);
  const created = await api.send(place.caller, {
    path: "/evaluations",
    body: { project_id: place.project.path, name: "Empty", dataset_id: datasetId },
  });
  const { evaluation } = await created.json();
  const response = await api.send(place.caller, {
    path: `/evaluations/${evaluation.id}/runs`,
    body: { project_id: place.project.path, subjects: ["spindle-mini"] },
  });
  expect([response.status, (await response.json()).code]).toEqual([409, "no_rows"]);
});
