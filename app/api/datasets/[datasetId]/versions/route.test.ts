import { expect, test } from "vitest";
import { deleteObject, readObject } from "#lib/contract/compat/objects.ts";
import { queryTable } from "#lib/contract/compat/tables.ts";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { deleteCalls } from "#lib/contract/traces/calls.ts";
import { sql } from "#lib/platform/db/sql.ts";
import {
  aDataset,
  aDatasetIn,
  anIntentQueue,
  aTalk,
  aVersion,
  becomeTalk,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile, aRow } from "#lib/testing/data/file-data.ts";
import { aReview, aReviewOfPairs } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.buildDatasetVersion, (place) => aDatasetIn(api, place));

async function rowsOf(
  review: Awaited<ReturnType<typeof anIntentQueue>>,
  datasetId: string,
  version = "latest",
) {
  const at = { projectId: review.desk.projectId, datasetId, version, limit: 200, offset: 0 };
  return (await api.call(review.desk.caller, contract.queryDatasetRows, at)).rows;
}

const lastOf = ({ row }: contract.VersionRow) => {
  const { messages } = row as { messages: { content: string }[] };
  return messages.at(-1)?.content;
};

test("a version is an object as SDKs publish datasets, whose table holds its rows in order", async () => {
  const review = await anIntentQueue(api, { items: 5, people: 1 });
  const { desk } = review;
  for (let item = 0; item < 5; item++) await review.say(0, item, { intent: "refund" });
  const { id } = await aDataset(api, desk, intentRecipe(review), { name: "intents" });
  const { version, isNew, counts } = await aVersion(api, desk, id);
  expect(counts).toEqual(version.counts);
  expect(isNew).toBe(true);
  expect(version).toMatchObject({ number: 0, kind: "sft", counts: { items: 5, candidates: 5, answers: 5 } });
  const digest = version.ref.split(":").at(-1) ?? "";
  expect(version.ref).toBe(`weave:///${desk.projectId}/object/intents:${digest}`);
  const at = { projectId: desk.projectId, objectId: "intents", digest: "v0" };
  const { obj } = await api.call(desk.caller, readObject, { ...at, metadataOnly: false });
  expect(obj).toMatchObject({ digest, versionIndex: 0, baseObjectClass: "Dataset" });
  const val = obj.val as { rows: string; name: string };
  const table = { projectId: desk.projectId, digest: val.rows.split("/").at(-1) ?? "" };
  const { rows } = await api.call(desk.caller, queryTable, table);
  expect(rows.map((row) => row.val)).toEqual((await rowsOf(review, id)).map(({ row }) => row));
});

test("the same evidence is the same version, in whatever order the rows lie; more evidence is another one, and the split holds", async () => {
  const review = await anIntentQueue(api, { items: 30, people: 2 });
  const { desk } = review;
  for (let item = 0; item < 20; item++) await review.say(0, item, { intent: "refund" });
  const { id } = await aDataset(api, desk, intentRecipe(review, {}, { split: { held_out: 0.4 } }));
  const { version, counts } = await aVersion(api, desk, id);
  await api.asOwner(sql`vacuum full feedback`);
  await api.asOwner(sql`vacuum full queue_item`);
  await api.asOwner(sql`vacuum full call`);
  expect(await aVersion(api, desk, id)).toEqual({ version, isNew: false, counts });
  const other = await aDataset(api, desk, intentRecipe(review, {}, { split: { held_out: 0.4 } }));
  expect((await aVersion(api, desk, other.id)).version.contentHash).toBe(version.contentHash);

  // Somebody agrees: the same data, with more evidence.
  await review.say(1, 0, { intent: "refund" });
  expect(await aVersion(api, desk, id)).toMatchObject({ isNew: false, version: { id: version.id } });
  const evidence = (await rowsOf(review, id))[0]?.evidence.filter(({ kind }) => kind === "answer");
  expect(evidence).toHaveLength(2);

  for (let item = 20; item < 30; item++) await review.say(0, item, { intent: "account" });
  const next = await aVersion(api, desk, id);
  expect(next).toMatchObject({ isNew: true, version: { number: 1, counts: { train: expect.any(Number) } } });
  const splitsIn = async (name: string) =>
    new Map((await rowsOf(review, id, name)).map(({ row, split }) => [row.row_id, split]));
  const [before, after] = [await splitsIn("v0"), await splitsIn("v1")];
  expect(after.size).toBe(30);
  expect(new Set(before.values()).size).toBe(2);
  for (const [rowId, split] of before) expect(after.get(rowId)).toBe(split);
});

test("people's approvals and corrections become rows of the conversation, and what cannot says why", async () => {
  const review = await anIntentQueue(api, { items: 6, people: 1 });
  const { desk } = review;
  const [, , , , deleted, shared] = desk.items.map(({ callId }) => callId);
  await review.say(0, 0, { good: false });
  await review.say(0, 1, { good: true });
  const correct = (item: number, text: string) => ({
    feedback: [review.onCall(item, "spindle.correction.1", { path: "output.content", text })],
  });
  await desk.answer(desk.person(0), 2, correct(2, "Answer 2"));
  await desk.answer(desk.person(0), 3, correct(3, "Much better"));
  await desk.answer(desk.person(0), 4, correct(4, "Never mind"));
  await review.say(0, 5, { good: true });
  await becomeTalk(api, shared ?? "", aTalk(1));
  await api.call(desk.caller, deleteCalls, { projectId: desk.projectId, callIds: [deleted ?? ""] });
  const source = { kind: "queue", queue_id: desk.queueId };
  const recipe = {
    sources: [
      { ...source, use: "approved", field: review.ref("good"), keep_if: { eq: true } },
      { ...source, use: "corrections" },
    ],
    prompt: { system: "replace", system_text: "Be kind" },
  };
  const { id } = await aDataset(api, desk, recipe);
  const { version } = await aVersion(api, desk, id);
  expect((await rowsOf(review, id)).map(({ row }) => row.messages)).toEqual([
    [
      { role: "system", content: "Be kind" },
      ...aTalk(1).inputs.messages,
      { role: "assistant", content: "Answer 1" },
    ],
    [
      { role: "system", content: "Be kind" },
      ...aTalk(3).inputs.messages,
      { role: "assistant", content: "Much better" },
    ],
  ]);
  const { items, candidates, rejected, rejectedBy } = version.counts;
  expect([items, candidates, rejected]).toEqual([12, 12, 10]);
  expect(rejectedBy).toEqual({ not_kept: 1, no_answer: 6, duplicate: 1, not_changed: 1, call_deleted: 1 });
});

test("verdicts on pairs become preferences over one prompt; ties and pairs of two prompts are rejected", async () => {
  const review = await aReviewOfPairs(api, { items: 4, people: 3 });
  const { desk } = review;
  for (const [n, { callId, pairCallId }] of desk.items.entries()) {
    await becomeTalk(api, callId, aTalk(n));
    const question = n === 3 ? "Something else" : aTalk(n).inputs.messages[0]?.content;
    await becomeTalk(
      api,
      pairCallId ?? "",
      aTalk(n, { answer: `Other ${n}`, ...(question ? { question } : {}) }),
    );
  }
  for (const [person, verdict] of (["second", "second", "first"] as const).entries())
    await review.prefer(person, 0, verdict);
  await review.prefer(0, 1, "tie");
  await review.prefer(0, 2, "both_bad");
  await review.decide(2, { "spindle.preference.1": "first" });
  await review.prefer(0, 3, "first");
  const recipe = {
    sources: [{ kind: "queue", queue_id: desk.queueId, use: "pairs" }],
    split: { held_out: 0 },
  };
  const { id } = await aDataset(api, desk, recipe, { kind: "preference" });
  const { version } = await aVersion(api, desk, id);
  expect((await rowsOf(review, id)).map(({ row: { row_id: _, ...row } }) => row)).toEqual(
    [
      { n: 0, chosen: "Other 0", rejected: "Answer 0" },
      { n: 2, chosen: "Answer 2", rejected: "Other 2" },
    ].map(({ n, chosen, rejected }) => ({
      split: "train",
      weight: 1,
      prompt: aTalk(n).inputs.messages,
      chosen: [{ role: "assistant", content: chosen }],
      rejected: [{ role: "assistant", content: rejected }],
      margin: 1,
    })),
  );
  expect(version.counts.rejectedBy).toEqual({ tie: 1, different_prompts: 1 });
});

test("a recipe that yields nothing stores nothing and says what became of its candidates", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 1 });
  const { id } = await aDataset(api, review.desk, intentRecipe(review));
  const path = `/datasets/${id}/versions`;
  const response = await api.send(review.desk.caller, { path, body: { project_id: review.desk.projectId } });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    code: "empty",
    detail: expect.stringContaining("Nobody has answered it yet: 2"),
  });
  expect(await api.db.prisma.datasetVersion.count({ where: { datasetId: id } })).toBe(0);
});

test("a version whose object was deleted can still be read, and is whole again once it is built again", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 1 });
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  const { id } = await aDataset(api, desk, intentRecipe(review), { name: "intents" });
  await aVersion(api, desk, id);
  const at = { projectId: desk.projectId, objectId: "intents" };
  const read = () => api.call(desk.caller, readObject, { ...at, digest: "v0", metadataOnly: true });
  await api.call(desk.caller, deleteObject, at);
  await expect(read()).rejects.toMatchObject({ status: 404 });
  expect(await rowsOf(review, id)).toHaveLength(1);
  expect(await aVersion(api, desk, id)).toMatchObject({ isNew: false, version: { number: 0 } });
  expect((await read()).obj.versionIndex).toBe(0);
});

test("a build need not ask for what has changed, and cannot ask for what has not", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 1 });
  await review.say(0, 0, { intent: "refund" });
  const { id } = await aDataset(api, review.desk, intentRecipe(review));
  const build = async (if_changed: boolean) => {
    const body = { project_id: review.desk.projectId, if_changed };
    return (await api.send(review.desk.caller, { path: `/datasets/${id}/versions`, body })).json();
  };
  expect([(await build(true)).is_new, (await build(true)).is_new]).toEqual([true, false]);
  expect((await build(false)).detail).toMatchObject([{ loc: ["body", "if_changed"] }]);
});

test("a build that is asked for again under its Idempotency-Key is the version of then, whatever was answered since", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 1 });
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  const { id } = await aDataset(api, desk, intentRecipe(review));
  const build = async (key: string) => {
    const [path, body] = [`/datasets/${id}/versions`, { project_id: desk.projectId }];
    return (await api.send(desk.caller, { path, body, headers: { "idempotency-key": key } })).json();
  };
  const first = await build("night-1");
  await review.say(0, 1, { intent: "refund" });
  expect(await build("night-1")).toEqual(first);
  expect((await build("night-2")).version.counts).toMatchObject({ answers: 2 });
});

test("two builds at once make one version", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  for (let item = 0; item < 3; item++) await review.say(0, item, { intent: "refund" });
  const { id } = await aDataset(api, review.desk, intentRecipe(review));
  const built = await Promise.all([1, 2, 3].map(() => aVersion(api, review.desk, id)));
  expect(built.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(built.map(({ version }) => version.id)).size).toBe(1);
  expect((await rowsOf(review, id)).map(lastOf)).toEqual(["refund", "refund", "refund"]);
});

test("numbers of several people are one number: their mean, or with less of those who lie far from the others", async () => {
  const fields = { stars: { type: "number", minimum: 0, maximum: 10 } };
  const review = await aReview(api, { items: 4, people: 3, fields });
  for (const [n, { callId }] of review.desk.items.entries()) await becomeTalk(api, callId, aTalk(n));
  for (const [item, truth] of [2, 4, 6, 8].entries())
    for (const [person, error] of [0, 0.5, item % 2 === 0 ? 2 : -2].entries())
      await review.say(person, item, { stars: truth + error });
  const learned = async (rule: string) => {
    const source = { kind: "queue", queue_id: review.at.queueId, use: "labels", field: review.ref("stars") };
    const { id } = await aDataset(api, review.desk, { sources: [{ ...source, consensus: { rule } }] });
    await aVersion(api, review.desk, id);
    return (await rowsOf(review, id)).map((row) => Number(lastOf(row)));
  };
  expect(await learned("mean")).toEqual([2.833, 3.5, 6.833, 7.5]);
  const weighted = await learned("weighted");
  for (const [item, mean] of [2.833, 3.5, 6.833, 7.5].entries()) {
    const truth = [2, 4, 6, 8][item] ?? 0;
    expect(Math.abs((weighted[item] ?? 0) - truth - 0.25)).toBeLessThan(Math.abs(mean - truth - 0.25));
  }
});

test("nothing that shares a thread or a prompt with a dataset that models are measured by is learned", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 1 });
  const { desk } = review;
  const [measured, threaded, , free] = desk.items.map(({ callId }) => callId);
  await becomeTalk(api, measured ?? "", { ...aTalk(0), threadId: "shared" });
  await becomeTalk(api, threaded ?? "", { ...aTalk(1), threadId: "shared" });
  await becomeTalk(api, desk.items[2]?.callId ?? "", aTalk(0));
  const calls = (ids: unknown[]) => ({ sources: [{ kind: "calls", filter: { call_ids: ids } }] });
  const eye = await aDataset(api, desk, calls([measured]));
  await aVersion(api, desk, eye.id);
  const all = desk.items.map(({ callId }) => callId);
  const guarded = { ...calls(all), held_out_of: [eye.id], dedupe: { exact: false } };
  const { id } = await aDataset(api, desk, guarded);
  const { version } = await aVersion(api, desk, id);
  expect((await rowsOf(review, id)).map(({ row }) => row.row_id)).toEqual([`${free}/recorded`]);
  expect(version.counts.rejectedBy).toEqual({ held_out_thread: 3 });

  const body = { project_id: desk.projectId, recipe: { ...guarded, held_out_of: [id] } };
  const itself = await api.send(desk.caller, { method: "PUT", path: `/datasets/${id}`, body });
  expect([itself.status, (await itself.json()).detail?.[0]?.loc]).toEqual([
    422,
    ["body", "recipe", "held_out_of"],
  ]);
  const elsewhere = await anIntentQueue(api, { items: 0 });
  const theirs = await aDataset(api, elsewhere.desk, intentRecipe(elsewhere));
  await expect(aDataset(api, desk, { ...guarded, held_out_of: [theirs.id] })).rejects.toMatchObject({
    status: 404,
  });
});

test("the rarest label says how many of each are learned, and a prompt is learned so many times", async () => {
  const review = await anIntentQueue(api, { items: 12, people: 1 });
  const { desk } = review;
  for (let item = 0; item < 12; item++)
    await review.say(0, item, { intent: item < 2 ? "account" : "refund" });
  const more = { split: { held_out: 0 }, balance: { max_ratio: 3 } };
  const { id } = await aDataset(api, desk, intentRecipe(review, {}, more));
  const { version } = await aVersion(api, desk, id);
  expect(version.counts).toMatchObject({ train: 8, rejectedBy: { unbalanced: 4 } });
  for (const { callId } of desk.items.slice(2)) await becomeTalk(api, callId, aTalk(0));
  const few = intentRecipe(
    review,
    {},
    { split: { held_out: 0 }, dedupe: { exact: false }, max_per_prompt: 2 },
  );
  const { id: second } = await aDataset(api, desk, few);
  expect((await aVersion(api, desk, second)).version.counts).toMatchObject({
    train: 3,
    rejectedBy: { too_many_of_prompt: 9 },
  });
});

test("prompts are questions alone, or with what people say that a good answer is; files and versions give theirs", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 1 });
  const { desk } = review;
  const [, , , call] = desk.items.map(({ callId }) => callId);
  await review.say(0, 0, { intent: "refund" });
  const text = "It comes today";
  const path = "output.content";
  await desk.answer(desk.person(0), 1, {
    feedback: [review.onCall(1, "spindle.correction.1", { path, text })],
  });
  await desk.answer(desk.person(0), 2, { isFlagged: true });
  const lines = [{ prompt: "Who are you?" }, { prompt: aTalk(7).inputs.messages, reference: "Answer 7" }];
  const content = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const file = await anUploadedFile(api, desk, { content });
  const talks = await anUploadedFile(api, desk, { content: aRow("Is it so?", "Yes.") });
  const learned = await aDataset(api, desk, {
    sources: [{ kind: "upload", file_id: talks.id }],
    split: { held_out: 0 },
  });
  const { ref } = (await aVersion(api, desk, learned.id)).version;
  const queue = { kind: "queue", queue_id: desk.queueId };
  const sources = [
    { ...queue, use: "labels", field: review.ref("intent") },
    { ...queue, use: "corrections" },
    { ...queue, use: "questions" },
    { kind: "calls", filter: { call_ids: [call] } },
    { kind: "upload", file_id: file.id },
    { kind: "version", ref },
  ];
  const { id } = await aDataset(api, desk, { sources, split: { held_out: 0 } }, { kind: "prompts" });
  const { version } = await aVersion(api, desk, id);
  const user = (question: string) => [{ role: "user", content: question }];
  const asked = (n: number) => ({ prompt: aTalk(n).inputs.messages });
  expect(
    (await rowsOf(review, id)).map(({ row: { row_id: _, split: __, weight: ___, ...row } }) => row),
  ).toEqual([
    { ...asked(0), reference: "refund" },
    { ...asked(1), reference: text },
    asked(0),
    asked(1),
    asked(3),
    { prompt: user("Who are you?") },
    { ...asked(7), reference: "Answer 7" },
    { prompt: user("Is it so?"), reference: "Yes." },
  ]);
  expect(version.counts).toMatchObject({
    candidates: 16,
    train: 8,
    rejectedBy: { open: 2, no_answer: 2, flagged: 3, duplicate: 1 },
  });
  const exported = await api.send(desk.caller, {
    method: "GET",
    path: `/datasets/${id}/versions/v0/export?project_id=${encodeURIComponent(desk.projectId)}&format=openai`,
  });
  expect(JSON.parse((await exported.text()).split("\n")[0] ?? "")).toEqual({
    messages: aTalk(0).inputs.messages,
    reference: "refund",
  });

  const refused = async (source: Record<string, unknown>) => {
    const body = { project_id: desk.projectId, name: "no", kind: "prompts", recipe: { sources: [source] } };
    const response = await api.send(desk.caller, { method: "POST", path: "/datasets", body });
    return (await response.json()).detail?.[0]?.loc;
  };
  const at = ["body", "recipe", "sources", 0];
  expect(await refused({ kind: "threads", filter: { thread_ids: ["t"] } })).toEqual([...at, "kind"]);
  expect(await refused({ ...queue, use: "corrected" })).toEqual([...at, "use"]);
  expect(await refused({ ...queue, use: "questions", consensus: { rule: "each" } })).toEqual([
    ...at,
    "consensus",
  ]);
});
