import { expect, test } from "vitest";
import * as versions from "#lib/contract/datasets/dataset-versions.ts";
import * as contract from "#lib/contract/datasets/retractions.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import type { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.createRetraction, ({ project, caller }) => ({
  project_id: project.path,
  annotator_user_id: caller.userId,
  reason: "Answered without reading",
}));

type Named = Partial<InputOf<typeof contract.createRetraction>>;

function retract({ desk }: ReviewPlace, named: Named) {
  const input = {
    projectId: desk.projectId,
    itemIds: [],
    feedbackIds: [],
    reason: "",
    preview: false,
    ...named,
  };
  return api.call(desk.caller, contract.createRetraction, input);
}

async function built(review: ReviewPlace, datasetId: string) {
  const { version } = await aVersion(api, review.desk, datasetId);
  const at = { projectId: review.desk.projectId, datasetId, limit: 100, offset: 0 };
  const { rows } = await api.call(review.desk.caller, versions.queryDatasetRows, {
    ...at,
    version: `v${version.number}`,
  });
  return { version, rows, rejectedBy: version.counts.rejectedBy };
}

const ALL = { split: { held_out: 0 } };
const people = ({ rows }: { rows: versions.VersionRow[] }) =>
  new Set(rows.flatMap(({ evidence }) => evidence.flatMap(({ userId }) => userId ?? [])));

test("a preview says what learned from a person, and after it no later build has anything of theirs", async () => {
  const review = await anIntentQueue(api, { items: 6, people: 2 });
  const { desk } = review;
  const [careful, careless] = [desk.person(0), desk.person(1)];
  for (const item of [0, 1, 2]) await review.say(0, item, { intent: "refund" });
  for (const item of [2, 3, 4]) await review.say(1, item, { intent: "refund" });
  const { id } = await aDataset(api, desk, intentRecipe(review, {}, ALL), { name: "intents" });
  const first = await built(review, id);
  const copy = await aDataset(
    api,
    desk,
    { sources: [{ kind: "version", ref: first.version.ref }], ...ALL },
    { name: "copy" },
  );
  await built(review, copy.id);
  const model = await aTrainedModel(api, { project: desk.project });
  const jobId = await aQueuedJob(api, model);
  await api.db.query(sql`
    update training_job set dataset_ref = ${`weave:///${desk.projectId}/object/copy:v0`}, state = 'completed' where id = ${jobId}`);
  const [made, later] = [newId(), newId()];
  const checkpoint = { projectId: desk.project.id, modelId: model.modelId };
  await api.db.prisma.checkpoint.create({ data: { ...checkpoint, id: made, step: 3, jobId } });
  await api.db.prisma.checkpoint.create({ data: { ...checkpoint, id: later, step: 5, parentId: made } });
  await api.db.prisma.checkpointAlias.create({
    data: { ...checkpoint, name: "production", step: 5, updatedBy: desk.caller.userId },
  });

  const who = { annotatorUserId: careless.userId, reason: "Answered without reading" };
  const preview = await retract(review, { ...who, preview: true });
  expect(preview.retraction).toBe(null);
  expect(preview.impact).toMatchObject({
    answerCount: 3,
    rowCount: 6,
    versions: [
      { name: "copy", number: 0, rows: 3, train: 3, totalRows: 5 },
      { name: "intents", number: 0, rows: 3, train: 3, totalRows: 5 },
    ],
    lacking: [],
    jobs: [{ jobId, modelId: model.modelId, datasetName: "copy", datasetVersion: 0, state: "completed" }],
    checkpoints: [
      { checkpointId: made, step: 3 },
      { checkpointId: later, step: 5 },
    ],
    aliases: [{ name: "production", step: 5 }],
  });
  expect((await built(review, id)).version.id).toBe(first.version.id);

  const { retraction, impact } = await retract(review, who);
  expect(impact).toEqual(preview.impact);
  const after = await built(review, id);
  expect(people(first)).toEqual(new Set([careful.userId, careless.userId]));
  expect(people(after)).toEqual(new Set([careful.userId]));
  expect([after.rows.length, after.rejectedBy]).toEqual([3, { open: 1, retracted: 2 }]);
  expect((await built(review, copy.id)).rejectedBy).toEqual({ retracted: 3 });
  expect((await retract(review, { ...who, preview: true })).impact.lacking).toMatchObject([
    { name: "copy", number: 1, leftOut: 3 },
    { name: "intents", number: 1, leftOut: 3 },
  ]);
  const others = await retract(review, { annotatorUserId: careful.userId, preview: true });
  // Both answered to one of the items, of which the copy lacks the row.
  expect(others.impact.lacking).toMatchObject([{ name: "copy", leftOut: 1 }]);
  const at = { projectId: desk.projectId, datasetId: id, version: "v0", limit: 100, offset: 0 };
  const kept = await api.call(desk.caller, versions.queryDatasetRows, at);
  expect(kept.rows.map(({ row }) => row)).toEqual(first.rows.map(({ row }) => row));
  expect(
    kept.rows.flatMap(({ evidence }) =>
      evidence.flatMap(({ isRetracted, userId }) => (isRetracted ? userId : [])),
    ),
  ).toEqual([careless.userId, careless.userId, careless.userId]);

  await api.call(desk.caller, contract.liftRetraction, {
    projectId: desk.projectId,
    retractionId: retraction?.id ?? "",
  });
  expect((await built(review, id)).version.id).toBe(first.version.id);
  expect((await retract(review, { ...who, preview: true })).impact.lacking).toMatchObject([{ name: "copy" }]);
});

test("answers to an item, single answers, decisions and those of a time are retracted; one by one each is accounted for", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 2 });
  const { desk } = review;
  for (const item of [0, 1, 2])
    for (const person of [0, 1]) await review.say(person, item, { intent: "refund" });
  await review.decide(3, { intent: "account" });
  const each = intentRecipe(review, { consensus: { rule: "each" } }, { ...ALL, dedupe: { exact: false } });
  const { id } = await aDataset(api, desk, each);
  const before = await built(review, id);
  expect(before.rows).toHaveLength(7);
  const [answer] = before.rows[0]?.evidence.filter(({ kind }) => kind === "answer") ?? [];
  await retract(review, { feedbackIds: [answer?.id ?? ""] });
  await retract(review, { itemIds: [desk.id(1), desk.id(3)] });
  await retract(review, { annotatorUserId: desk.person(0).userId, until: "2020-01-01T00:00:00Z" });
  const after = await built(review, id);
  expect(after.rows.map(({ row }) => String(row.row_id).split("/")[0])).toEqual([
    desk.id(0),
    desk.id(2),
    desk.id(2),
  ]);
  expect(after.rejectedBy).toEqual({ retracted: 4 });
  const { candidates, train, rejected } = after.version.counts;
  expect(train + rejected).toBe(candidates);
});

test("the same retraction again, or eight times at once, is the one that stands, until it is lifted", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 1 });
  const itemIds = [review.desk.id(0), review.desk.id(1)];
  const all = await Promise.all(Array.from({ length: 8 }, () => retract(review, { itemIds })));
  const again = await retract(review, { itemIds: itemIds.toReversed(), reason: "Once more" });
  const [first] = all;
  for (const { retraction } of [...all, again]) expect(retraction).toEqual(first?.retraction);
  const other = await retract(review, { itemIds: itemIds.slice(0, 1) });
  expect(other.retraction?.id).not.toBe(first?.retraction?.id);
  const named = { projectId: review.desk.projectId, retractionId: first?.retraction?.id ?? "" };
  await api.call(review.desk.caller, contract.liftRetraction, named);
  const later = await retract(review, { itemIds });
  expect(later.retraction).toMatchObject({ liftedAt: null });
  expect(later.retraction?.id).not.toBe(first?.retraction?.id);
});

test("a retraction that names nobody and nothing, or a time that ends before it starts, is a 422 at its place", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  const send = async (named: object) => {
    const response = await api.send(caller, {
      path: "/retractions",
      body: { project_id: project.path, ...named },
    });
    return [response.status, (await response.json()).detail?.[0]?.loc];
  };
  expect(await send({ reason: "x" })).toEqual([422, ["body", "annotator_user_id"]]);
  const [since, until] = ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"];
  expect(await send({ annotator_user_id: "a", since, until })).toEqual([422, ["body", "until"]]);
});

test("who or what the project has never had is a 422 at its place, and what is gone may be meant", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 1 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  const { id } = await aDataset(api, desk, intentRecipe(review, {}, ALL));
  const [row] = (await built(review, id)).rows;
  const answer = row?.evidence.find(({ kind }) => kind === "answer")?.id ?? "";
  const stranger = await api.aCaller(await api.aProject());
  const send = async (named: object) => {
    const body = { project_id: desk.projectId, preview: true, ...named };
    const response = await api.send(desk.caller, { path: "/retractions", body });
    const { detail = [] } = await response.json();
    return [response.status, ...detail.map(({ loc }: { loc: unknown[] }) => loc.join("."))];
  };
  expect(await send({ annotator_user_id: stranger.userId })).toEqual([422, "body.annotator_user_id"]);
  expect(await send({ item_ids: [desk.id(0), "none"], feedback_ids: ["no-such", answer] })).toEqual([
    422,
    "body.item_ids.1",
    "body.feedback_ids.0",
  ]);
  await api.db.query(sql`delete from feedback where id = ${answer}`);
  await api.db.query(sql`delete from project_member where user_id = ${desk.person(0).userId}`);
  expect(await send({ annotator_user_id: desk.person(0).userId, feedback_ids: [answer] })).toEqual([200]);
});

test("of people of other projects the answer is the one to an unknown id, and who is listed as a member is known", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  const send = async (annotatorUserId: string) => {
    const body = { project_id: project.path, preview: true, annotator_user_id: annotatorUserId };
    const response = await api.send(caller, { path: "/retractions", body });
    const { detail = [] } = await response.json();
    return [response.status, ...detail.map(({ msg }: { msg: string }) => msg.replace(annotatorUserId, "ID"))];
  };
  const unknown = await send("nobody");
  expect(unknown[0]).toBe(422);
  const [stranger, neighbour, owner, operator] = [
    await api.aCaller(await api.aProject()),
    await api.aCaller(),
    await api.aCaller(),
    await api.aCaller(),
  ];
  const inEntity = { entityName: project.entity };
  await api.db.prisma.entityMember.create({ data: { ...inEntity, userId: neighbour.userId } });
  await api.db.prisma.entityMember.create({ data: { ...inEntity, userId: owner.userId, isAdmin: true } });
  await api.db.prisma.user.update({ where: { id: operator.userId }, data: { isInstanceAdmin: true } });
  expect(await send(stranger.userId)).toEqual(unknown);
  expect(await send(neighbour.userId)).toEqual(unknown);
  for (const { userId } of [caller, owner, operator]) expect(await send(userId)).toEqual([200]);
});
