import { expect, test } from "vitest";
import {
  previewDataset,
  queryDatasetRejections,
  queryDatasetRows,
  queryDatasetVersions,
} from "#lib/contract/datasets/dataset-versions.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import * as z from "#lib/contract/zod.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import {
  aDataset,
  anIntentQueue,
  aTalk,
  aVersion,
  becomeTalk,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import type { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
const WHOLE = { split: { held_out: 0 } };
const PAGE = { limit: 50, offset: 0 };
const MISSING = { rows: 1, calls: 2, earlierRows: 0 };

type Made = { parent: string; name?: string; inputs?: unknown; output?: unknown };

/** A call below another, in the same trace. */
async function made(projectId: string, { parent, name = "reserve", inputs = {}, output = {} }: Made) {
  const id = newId();
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, parent_id, op_name, started_at, ended_at, inputs, output)
    select ${projectId}, ${id}, coalesce(trace_id, id), ${parent}, ${name}, now(), now(),
      ${JSON.stringify(inputs)}::json, ${JSON.stringify(output)}::json
    from call where project_id = ${projectId} and id = ${parent}`);
  return id;
}

/** All answers are good. The first rests on a tool that asked another; the second was given by a model; of the third, the messages have the tool. */
async function aQueueWithTools(): Promise<ReviewPlace> {
  const used = {
    ...{ role: "assistant", content: null },
    tool_calls: [{ id: "a", type: "function", function: { name: "reserve", arguments: '{"seats":2}' } }],
  };
  const result = { role: "tool", tool_call_id: "a", content: '{"phone":"408"}' };
  const review = await anIntentQueue(api, { items: 4, people: 1 });
  const { id: projectId } = review.desk.project;
  const [first, second, third] = review.desk.items.map(({ callId }) => callId);
  const tool = await made(projectId, { parent: first ?? "", inputs: { seats: 2 }, output: { phone: "408" } });
  await made(projectId, { parent: tool, name: "database", inputs: { q: 1 }, output: [1] });
  const model = await made(projectId, { parent: second ?? "", name: "agent", output: "Answer 1" });
  const { inputs, output } = aTalk(1);
  await made(projectId, { parent: model, name: "model", inputs, output });
  const { inputs: asked, output: said } = aTalk(2);
  const messages = [...asked.messages, used, result];
  await becomeTalk(api, third ?? "", { inputs: { messages }, output: said });
  await made(projectId, { parent: third ?? "", inputs: { seats: 2 }, output: { phone: "408" } });
  for (const item of [0, 1, 2, 3]) await review.say(0, item, { good: true, intent: "refund" });
  return review;
}

const approved = (review: ReviewPlace, rest: Record<string, unknown> = {}) =>
  intentRecipe(
    review,
    { use: "approved", field: review.ref("good"), keep_if: { eq: true } },
    { ...WHOLE, ...rest },
  );

async function versionOf({ desk }: ReviewPlace, recipe: Record<string, unknown>, more = {}) {
  const { id: datasetId, name } = await aDataset(api, desk, recipe, more);
  const { version } = await aVersion(api, desk, datasetId);
  return { ...{ datasetId, name, version }, named: { projectId: desk.projectId, datasetId, version: "v0" } };
}

test("rows whose answer rests on calls that they do not have are counted, marked and listed", async () => {
  const review = await aQueueWithTools();
  const { desk } = review;
  const { version, named } = await versionOf(review, approved(review));
  expect(version.counts).toMatchObject({ train: 4, rejected: 0, missingCalls: MISSING });
  const rowsOf = async (more: { hasMissingCalls?: boolean } = {}) => {
    const { rows, totalCount } = await api.call(desk.caller, queryDatasetRows, {
      ...named,
      ...PAGE,
      ...more,
    });
    return [totalCount, rows.map(({ position, missingCalls }) => [position, missingCalls])];
  };
  expect(await rowsOf()).toEqual([
    4,
    [
      [0, 2],
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  ]);
  expect(await rowsOf({ hasMissingCalls: true })).toEqual([1, [[0, 2]]]);
  expect(await rowsOf({ hasMissingCalls: false })).toEqual([
    3,
    [
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  ]);
  const labels = await versionOf(review, intentRecipe(review, {}, WHOLE));
  expect(labels.version.counts).toMatchObject({ train: 4, missingCalls: { rows: 0, calls: 0 } });
});

test("a recipe may leave such rows out, also from a version that keeps them, and each item is still accounted for", async () => {
  const review = await aQueueWithTools();
  const { desk } = review;
  const LEFT_OUT = {
    ...{ candidates: 4, train: 3, rejected: 1, rejectedBy: { missing_calls: 1 } },
    missingCalls: { rows: 0, calls: 0 },
  };
  const rejecting = approved(review, { on_missing_calls: "reject" });
  const { version, named } = await versionOf(review, rejecting);
  expect(version.counts).toMatchObject(LEFT_OUT);
  const { rejections } = await api.call(desk.caller, queryDatasetRejections, { ...named, ...PAGE });
  expect(rejections).toMatchObject([{ itemId: desk.id(0), reason: "missing_calls", detail: "2 calls" }]);
  const preview = await api.call(desk.caller, previewDataset, {
    ...{ projectId: desk.projectId, kind: "sft", limit: 1 },
    recipe: z.decode(Recipe, rejecting),
  });
  expect(preview.counts).toMatchObject(LEFT_OUT);

  const kept = await versionOf(review, approved(review));
  const sources = [{ kind: "version", ref: kept.version.ref }];
  expect((await versionOf(review, { sources, ...WHOLE })).version.counts).toMatchObject({
    train: 4,
    missingCalls: MISSING,
  });
  const without = await versionOf(review, { sources, ...WHOLE, on_missing_calls: "reject" });
  expect(without.version.counts).toMatchObject(LEFT_OUT);
});

test("a thread ends before the turn that rests on such calls, and is left out where that is its first", async () => {
  const review = await aQueueWithTools();
  const { desk } = review;
  const [first, second] = desk.items.map(({ callId }) => callId);
  const turnOf = (callId: string | undefined, thread: string, startedAt: string) =>
    api.db.query(sql`
      update call set thread_id = ${thread}, turn_id = id, started_at = ${startedAt} where id = ${callId}`);
  await turnOf(second, "one", "2026-01-05T10:00:00Z");
  await turnOf(first, "one", "2026-01-05T11:00:00Z");
  const recipe = (onMissingCalls: string) => ({
    ...{ sources: [{ kind: "threads", filter: { thread_ids: ["one"] } }], ...WHOLE },
    on_missing_calls: onMissingCalls,
  });
  const countsOf = async (onMissingCalls: string) => {
    const { version, named } = await versionOf(review, recipe(onMissingCalls));
    const { rows } = await api.call(desk.caller, queryDatasetRows, { ...named, ...PAGE });
    return [version.counts.missingCalls, rows.map(({ row }) => Object(row.messages).length)];
  };
  expect(await countsOf("keep")).toEqual([MISSING, [4]]);
  expect(await countsOf("reject")).toEqual([{ rows: 0, calls: 0, earlierRows: 0 }, [2]]);
  await turnOf(first, "one", "2026-01-05T09:00:00Z");
  const { id: datasetId } = await aDataset(api, desk, recipe("reject"));
  await expect(aVersion(api, desk, datasetId)).rejects.toThrow(
    "Its answer rests on calls that the row does not have: 1",
  );
});

test("every row is counted however many calls there are below others", async () => {
  const DEPTH = 400;
  const { desk } = await aQueueWithTools();
  const { id: projectId } = desk.project;
  const trace = newId();
  const idAt = (at: number) => `${trace}-${String(at).padStart(3, "0")}`;
  const turns = Array.from({ length: DEPTH }, (_, at) => {
    const { inputs, output } = aTalk(at + 100);
    return [JSON.stringify(inputs), JSON.stringify(output), at === 0 ? null : idAt(at - 1)] as const;
  });
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, parent_id, op_name, started_at, ended_at, inputs, output)
    select ${projectId}, ${trace} || '-' || lpad((place - 1)::text, 3, '0'), ${trace}, parent, 'agent', now(), now(), inputs::json, output::json
    from unnest(${turns.map(([inputs]) => inputs)}::text[], ${turns.map(([, output]) => output)}::text[],
      ${turns.map(([, , parent]) => parent)}::text[]) with ordinality as t (inputs, output, parent, place)`);
  await made(projectId, { parent: idAt(DEPTH - 1) });
  const preview = await api.call(desk.caller, previewDataset, {
    ...{ projectId: desk.projectId, kind: "sft", limit: 1 },
    recipe: z.decode(Recipe, {
      sources: [{ kind: "calls", filter: { call_ids: turns.map((_, at) => idAt(at)) } }],
      ...WHOLE,
      on_missing_calls: "reject",
    }),
  });
  expect(preview.counts).toMatchObject({
    ...{ candidates: DEPTH, train: 0, rejected: DEPTH, rejectedBy: { missing_calls: DEPTH } },
  });
});

test("calls that name each other as parents are counted once", async () => {
  const review = await aQueueWithTools();
  const { desk } = review;
  const [, , , last] = desk.items.map(({ callId }) => callId);
  const below = await made(desk.project.id, { parent: last ?? "" });
  await api.db.query(sql`update call set parent_id = ${below} where id = ${last}`);
  const { version } = await versionOf(review, approved(review));
  expect(version.counts.missingCalls).toEqual({ rows: 2, calls: 3, earlierRows: 0 });
});

test("a version from before such calls were counted says nothing of them until it is built again", async () => {
  const review = await aQueueWithTools();
  const { desk } = review;
  const { version, named } = await versionOf(review, approved(review));
  const { prisma } = api.db;
  const { counts } = await prisma.datasetVersion.findUniqueOrThrow({ where: { id: version.id } });
  const { missing_calls: _, ...before } = Object(counts);
  await prisma.datasetVersion.update({ where: { id: version.id }, data: { counts: before } });
  await prisma.datasetRow.updateMany({ where: { versionId: version.id }, data: { missingCalls: null } });
  const counted = async () => {
    const wanted = { ...named, ...PAGE, hasMissingCalls: true };
    const { totalCount } = await api.call(desk.caller, queryDatasetRows, wanted);
    const { versions } = await api.call(desk.caller, queryDatasetVersions, { ...named, ...PAGE });
    return [versions[0]?.counts.missingCalls, totalCount];
  };
  expect(await counted()).toEqual([null, 0]);
  expect(await aVersion(api, desk, named.datasetId)).toMatchObject({ isNew: false });
  expect(await counted()).toEqual([MISSING, 1]);
});

test("a row rests on calls of earlier turns of its thread too, where its messages lack them", async () => {
  const review = await anIntentQueue(api, { items: 5, people: 1 });
  const { desk } = review;
  const { id: projectId } = desk.project;
  const says = (role: string, content: string) => ({ role, content });
  const ids = desk.items.map(({ callId }) => callId);
  const [first = "", second = "", third = "", shown = "", other = ""] = ids;
  const history = [says("user", "A vegetarian place?"), says("assistant", "There is Da Enzo.")];
  const used = {
    ...{ role: "assistant", content: null },
    tool_calls: [
      { id: "a", type: "function", function: { name: "reserve", arguments: '{"city":"San Jose"}' } },
    ],
  };
  const result = { role: "tool", tool_call_id: "a", content: '{"street":"377 Santana Row #1000"}' };
  const ask = says("user", "Where is it?");
  const answer = says("assistant", "The street address is 377 Santana Row #1000.");
  const turns: [string, string, unknown[], unknown][] = [
    [first, "one", history.slice(0, 1), history[1]],
    [second, "one", [...history, ask], answer],
    // A conversation that the program does not repeat rests on it all the more.
    [third, "one", [says("user", "And is it open?")], says("assistant", "It is.")],
    // The messages have the call with what it gave.
    [shown, "one", [...history.slice(0, 1), used, result, ...history.slice(1), ask], answer],
    [other, "two", [ask], answer],
  ];
  for (const [at, [callId, thread, messages, output]] of turns.entries()) {
    await becomeTalk(api, callId, { inputs: { messages }, output } as ReturnType<typeof aTalk>);
    await api.db.query(sql`
      update call set thread_id = ${thread}, turn_id = id, started_at = ${`2026-01-05T1${at}:00:00Z`} where id = ${callId}`);
  }
  await made(projectId, {
    parent: first,
    inputs: { city: "San Jose" },
    output: { street: "377 Santana Row #1000" },
  });
  // What only handed the earlier answer on is no fact that a later one lacks.
  await made(projectId, { parent: first, name: "wrapper", output: "There is Da Enzo." });
  for (const item of [0, 1, 2, 3, 4]) await review.say(0, item, { good: true, intent: "refund" });
  const { version, named } = await versionOf(review, approved(review));
  expect(version.counts.missingCalls).toEqual({ rows: 3, calls: 3, earlierRows: 2 });
  const { rows } = await api.call(desk.caller, queryDatasetRows, { ...named, ...PAGE });
  expect(rows.map(({ missingCalls }) => missingCalls)).toEqual([1, 1, 1, 0, 0]);
  const rejecting = await versionOf(review, approved(review, { on_missing_calls: "reject" }));
  expect(rejecting.version.counts).toMatchObject({ train: 2, rejectedBy: { missing_calls: 3 } });
  const { rejections } = await api.call(desk.caller, queryDatasetRejections, { ...rejecting.named, ...PAGE });
  expect(rejections.map(({ detail }) => detail)).toEqual([
    "1 call",
    "1 call of earlier turns",
    "1 call of earlier turns",
  ]);
});
