import { expect, test } from "vitest";
import { queryQueueItems } from "#lib/contract/annotation/queues.ts";
import { blindQuestionOf } from "#lib/contract/evaluation/blind-answers.ts";
import { createBlindQueue } from "#lib/contract/evaluation/blind-queues.ts";
import { compareEvaluationRuns } from "#lib/contract/evaluation/evaluation-runs.ts";
import { streamCalls } from "#lib/contract/traces/calls.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { anEvaluation, aRow, aRunIn, measuredRuns } from "#lib/testing/data/evaluation-data.ts";
import { keepObject } from "#lib/testing/data/object-data.ts";
import { DeskPlace } from "#lib/testing/data/queue-data.ts";
import { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startScriptedUpstream } from "#lib/testing/engines/scripted-upstream.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const upstream = startScriptedUpstream({
  alpha: (question) => `alpha says ${question}`,
  beta: (question) => (question === "same" ? "alpha says same" : `beta says ${question}`),
  gamma: (question) => `gamma says ${question}`,
});

routeGuarantees(api, createBlindQueue, async (place) => {
  const [one, other] = [await aRunIn(api, place), newId()];
  await api.db.query(sql`
    insert into evaluation_run
      (id, project_id, evaluation_id, version_id, subject, samples, seed, state, total, created_by, next_attempt_at)
    select ${other}, project_id, evaluation_id, version_id, 'other', 1, 1, 'completed', 1, created_by, next_attempt_at
    from evaluation_run where id = ${one.run_id}`);
  await api.db.query(sql`
    update evaluation_result set call_id = 'first' where run_id = ${one.run_id}`);
  await api.db.query(sql`
    insert into evaluation_result (project_id, run_id, position, sample, unit_keys, call_id, output, scores, is_masked)
    values (${place.project.id}, ${other}, 0, 0, '{}', 'second', 'Bye', '{}'::json, false)`);
  const { project_id, evaluation_id, run_id } = one;
  return { project_id, evaluation_id, run_a: run_id, run_b: other, items: 5, annotators_per_item: 2 };
});

type Name = "alpha" | "beta" | "gamma";

async function measured(questions: readonly string[], names: readonly Name[]) {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const known = await upstream.register(api, place.caller);
  const rows = questions.map((question) => aRow(question, "anything"));
  const { id: evaluationId } = await anEvaluation(api, place, { rows });
  const runs = await measuredRuns(api, place, {
    ...{ evaluationId, subjects: names.map((name) => known[name] ?? "") },
  });
  const at = { projectId: project.path, evaluationId };
  const ids = runs.map(({ id }) => id);
  const compare = () => api.call(place.caller, compareEvaluationRuns, { ...at, runs: ids });
  const people = [await api.aCaller(project, "annotator"), await api.aCaller(project, "annotator")];
  const ask = (
    a: number,
    b: number,
    more: { items?: number; preview?: boolean; annotatorsPerItem?: number } = {},
  ) => {
    const two = { runA: ids[a] ?? "", runB: ids[b] ?? "" };
    const input = { ...at, ...two, items: 50, annotatorsPerItem: 1, preview: false, ...more };
    return api.call(place.caller, createBlindQueue, input);
  };
  const queue = async (a: number, b: number, annotatorsPerItem = 1, most = 50) => {
    const { blindQueue } = await ask(a, b, { annotatorsPerItem, items: most });
    if (!blindQueue) throw new Error("no queue was made");
    const inside = { projectId: project.path, queueId: blindQueue.queueId };
    const { items } = await api.call(place.caller, queryQueueItems, inside);
    const desk = new DeskPlace(api, { ...place, ...inside, items, people });
    return { blindQueue, items, review: new ReviewPlace(desk, new Map()) };
  };
  return { place, at, ids, compare, ask, queue, people };
}

type Made = Awaited<ReturnType<Awaited<ReturnType<typeof measured>>["queue"]>>;

/** People prefer the answers that begin with a word, whichever side they stand on. */
async function preferring({ items, review }: Made, word: string, { n = 0 } = {}): Promise<void> {
  for (const [at, { callId }] of items.entries()) {
    const call = await api.db.prisma.call.findFirstOrThrow({ where: { id: callId } });
    await review.prefer(n, at, JSON.stringify(call.output).includes(`${word} says`) ? "first" : "second");
  }
}

const QUESTIONS = Array.from({ length: 12 }, (_, at) => `q${at}`);

test("annotators see the question and two answers, and nothing that says whose they are", async () => {
  const { place, at, ids, queue, people } = await measured(QUESTIONS, ["alpha", "beta"]);
  const { blindQueue, items, review } = await queue(0, 1);
  expect(blindQueue).toMatchObject({
    items: 12,
    judged: 0,
    differing: 12,
    same: 0,
    isDone: false,
    runA: ids[0],
    runB: ids[1],
  });
  const [annotator] = people;
  if (!annotator) throw new Error("there is no annotator");
  const callIds = items.flatMap(({ callId, pairCallId }) => [callId, pairCallId ?? ""]);
  const seen = await api.callAll(annotator, streamCalls, {
    projectId: place.project.path,
    filter: { callIds },
  });
  expect(seen).toHaveLength(24);
  const visible = JSON.stringify([seen, (await review.desk.reserve(annotator, { count: 12 })).reserved]);
  for (const secret of [...ids, "eval/", "scripted", "model", "usage", 'attributes":{"'])
    expect(visible, secret).not.toContain(secret);
  // One moment for all, ids in an order that says nothing, and sides drawn by chance.
  expect(new Set(seen.map((call) => JSON.stringify([call.startedAt, call.endedAt, call.opName]))).size).toBe(
    1,
  );
  const pairs = await api.db.prisma.blindPair.findMany({ where: { queueId: blindQueue.queueId } });
  expect(pairs.every(({ callId }) => callIds.includes(callId ?? ""))).toBe(true);
  await preferring({ blindQueue, items, review }, "alpha");
  // Nor do the answers that leads export, and the evaluation is not theirs to read.
  const closed = [
    ["GET", `/annotation_queues/${blindQueue.queueId}/answers?project_id=${place.project.path}`],
    ["GET", `/evaluations/${at.evaluationId}?project_id=${place.project.path}`],
  ] as const;
  for (const [method, path] of closed) expect((await api.send(annotator, { method, path })).status).toBe(403);
});

test("of rows that teach labels annotators see the question that was asked, and not what is held to be right", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const outcome = {
    name: "Outcome",
    description: "Whether the answer gave the person what they came for.",
    field_schema: { type: "string", enum: ["solved", "unsolved"] },
  };
  await keepObject(api, place, { objectId: "outcome", val: outcome, builtinObjectClass: "AnnotationSpec" });
  const known = await upstream.register(api, place.caller);
  const rows = [
    ...["one", "two"].map((question) => {
      const { value } = aRow(question, "a word that is right");
      return { value: { ...value, row_id: `${newId()}/labels/outcome` }, isHeldOut: true };
    }),
    aRow("three", "a word that is right"),
  ];
  const { id: evaluationId } = await anEvaluation(api, place, { rows });
  const subjects = [known.alpha ?? "", known.beta ?? ""];
  const [runA = "", runB = ""] = (await measuredRuns(api, place, { evaluationId, subjects })).map(
    ({ id }) => id,
  );
  const { blindQueue } = await api.call(place.caller, createBlindQueue, {
    ...{ projectId: project.path, evaluationId, runA, runB },
    ...{ items: 50, annotatorsPerItem: 1, preview: false },
  });
  const inside = { projectId: project.path, queueId: blindQueue?.queueId ?? "" };
  const { items } = await api.call(place.caller, queryQueueItems, inside);
  const annotator = await api.aCaller(project, "annotator");
  const seen = await api.callAll(annotator, streamCalls, {
    projectId: project.path,
    filter: { callIds: items.flatMap(({ callId, pairCallId }) => [callId, pairCallId ?? ""]) },
  });
  expect(seen).toHaveLength(6);
  for (const call of seen) {
    const isOfLabels = !JSON.stringify(call.inputs).includes("three");
    expect(blindQuestionOf(call)).toEqual(isOfLabels ? { objectId: "outcome", spec: outcome } : null);
  }
  expect(JSON.stringify(seen)).not.toContain("a word that is right");
});

test("votes come into the comparison once the queue is done: a win rate by Wilson, whichever side won", async () => {
  const { compare, queue, ids } = await measured([...QUESTIONS, "same"], ["alpha", "beta"]);
  const made = await queue(0, 1);
  expect(made.blindQueue).toMatchObject({ items: 12, differing: 12, same: 1 });
  expect(new Set(made.items.map(({ callId }) => callId)).size).toBe(12);
  for (const at of [0, 1, 2]) await made.review.prefer(0, at, "tie");
  expect((await compare()).blind).toMatchObject({ queues: [{ judged: 3, isDone: false }], rates: [] });
  await made.review.decide(0, { "spindle.preference.1": "both_bad" });
  const rest = { ...made, items: made.items.slice(3) };
  for (const [at, { callId }] of rest.items.entries()) {
    const call = await api.db.prisma.call.findFirstOrThrow({ where: { id: callId } });
    const isAlpha = JSON.stringify(call.output).includes("alpha says");
    await made.review.prefer(0, at + 3, isAlpha ? "first" : "second");
  }
  const { queues, rates } = (await compare()).blind;
  expect(queues).toMatchObject([{ judged: 12, isDone: true }]);
  expect(rates.map(({ runId, wins, ties, losses }) => [runId, wins, ties, losses])).toEqual([
    [ids[0], 9, 3, 0],
    [ids[1], 0, 3, 9],
  ]);
  // 9 wins and half of 3 ties, of 12 pairs; the equal one is half a win of 13.
  expect(rates[0]?.winRate).toMatchObject({ n: 12, method: "wilson" });
  expect(rates[0]?.winRate.value).toBeCloseTo(10.5 / 12, 12);
  expect(rates.map(({ overall }) => overall)).toEqual([
    expect.closeTo(11 / 13, 12),
    expect.closeTo(2 / 13, 12),
  ]);
  expect(rates[0]?.strength).toBeNull();
});

test("pairs are drawn from answers that differ alone, and what was judged stands for all of these", async () => {
  const { place, compare, ask, queue } = await measured(["same", ...QUESTIONS], ["alpha", "beta"]);
  expect(await ask(0, 1, { preview: true })).toEqual({ blindQueue: null, differing: 12, same: 1 });
  const made = await queue(0, 1, 1, 4);
  expect(made.blindQueue).toMatchObject({ items: 4, differing: 12, same: 1 });
  const shown = await api.callAll(place.caller, streamCalls, {
    projectId: place.project.path,
    filter: { callIds: made.items.map(({ callId }) => callId) },
  });
  expect(JSON.stringify(shown)).not.toContain("says same");
  await preferring(made, "alpha");
  const [alpha] = (await compare()).blind.rates;
  // 4 of 4, which stand for 12; with half of the equal one, of 13.
  expect(alpha).toMatchObject({ winRate: { value: 1, n: 4 }, overall: expect.closeTo(12.5 / 13, 12) });
});

test("answers of the same words differ where other tools were called, and not by how a server numbers the calls", async () => {
  const { ids, ask } = await measured(["same", ...QUESTIONS], ["alpha", "beta"]);
  const called = (run: number, id: string, city: string) => {
    const tool = { id, type: "function", function: { name: "weather", arguments: JSON.stringify({ city }) } };
    const output = {
      choices: [{ message: { role: "assistant", content: "alpha says same", tool_calls: [tool] } }],
    };
    return api.db.query(sql`
      update call set output = ${JSON.stringify(output)}::json where id in (
        select s.call_id from evaluation_result s where s.run_id = ${ids[run] ?? ""} and s.output = 'alpha says same')`);
  };
  await called(0, "call_a", "Bonn");
  expect(await ask(0, 1, { preview: true })).toMatchObject({ differing: 13, same: 0 });
  await called(1, "toolu_7", "Bonn");
  expect(await ask(0, 1, { preview: true })).toMatchObject({ differing: 12, same: 1 });
  await called(1, "toolu_7", "Kiel");
  expect(await ask(0, 1, { preview: true })).toMatchObject({ differing: 13, same: 0 });
});

test("what several people say of one pair is one case", async () => {
  const { compare, queue } = await measured(QUESTIONS, ["alpha", "beta"]);
  const made = await queue(0, 1, 2);
  await preferring(made, "alpha", { n: 0 });
  await preferring(made, "beta", { n: 1 });
  const [alpha] = (await compare()).blind.rates;
  expect(alpha).toMatchObject({ wins: 12, losses: 12, winRate: { value: 0.5, n: 12 } });
});

test("three runs have strengths by Bradley and Terry, with intervals by bootstrap over rows", async () => {
  const { compare, queue, ids } = await measured(QUESTIONS, ["alpha", "beta", "gamma"]);
  for (const [a, b, winner] of [
    [0, 1, "alpha"],
    [1, 2, "beta"],
    [0, 2, "alpha"],
  ] as const) {
    const made = await queue(a, b);
    await preferring({ ...made, items: made.items.slice(0, 8) }, winner);
    const other = winner === "alpha" ? (b === 1 ? "beta" : "gamma") : "gamma";
    for (const [at, { callId }] of made.items.slice(8).entries()) {
      const call = await api.db.prisma.call.findFirstOrThrow({ where: { id: callId } });
      const isOther = JSON.stringify(call.output).includes(`${other} says`);
      await made.review.prefer(0, at + 8, isOther ? "first" : "second");
    }
  }
  const { rates } = (await compare()).blind;
  expect(rates.map(({ runId }) => runId)).toEqual(ids);
  const [alpha, beta, gamma] = rates.map(({ strength }) => strength);
  expect(alpha).toMatchObject({ method: "bradley_terry", n: 24 });
  expect(alpha?.value).toBeGreaterThan(beta?.value ?? 9);
  expect(beta?.value).toBeGreaterThan(gamma?.value ?? 9);
  expect((alpha?.value ?? 0) + (beta?.value ?? 0) + (gamma?.value ?? 0)).toBeCloseTo(0, 6);
  expect(alpha?.low).toBeLessThan(alpha?.value ?? 0);
});

test("runs without anything to compare make no queue and store nothing", async () => {
  const { place, at, ids, queue } = await measured(["same"], ["alpha", "beta"]);
  const calls = () => api.db.prisma.call.count({ where: { projectId: place.project.id } });
  const before = await calls();
  await expect(queue(0, 1)).rejects.toMatchObject({ status: 409, code: "nothing_to_compare" });
  expect(await calls()).toBe(before);
  const two = { runA: ids[0] ?? "", runB: ids[0] ?? "" };
  const alike = { ...at, ...two, items: 5, annotatorsPerItem: 1, preview: false };
  await expect(api.call(place.caller, createBlindQueue, alike)).rejects.toMatchObject({
    problems: [expect.objectContaining({ loc: ["body", "run_b"] })],
  });
});
