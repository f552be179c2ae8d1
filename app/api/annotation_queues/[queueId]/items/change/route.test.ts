import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-lead.ts";
import { getItemWork } from "#lib/contract/annotation/queue-work.ts";
import { queryQueueItems } from "#lib/contract/annotation/queues.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aDesk, anItemIn, type DeskPlace } from "#lib/testing/data/queue-data.ts";
import { aReview } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.changeItems, async (place) => {
  const { item_id, ...at } = await anItemIn(api, place);
  return { ...at, action: "prioritize", item_ids: [item_id], filter: { is_open: true }, priority: 5 };
});

type Change = Omit<InputOf<typeof contract.changeItems>, "projectId" | "queueId">;

async function change({ caller, at }: DeskPlace, input: Change): Promise<number> {
  return (await api.call(caller, contract.changeItems, { ...at, ...input })).changedCount;
}

async function itemsOf({ caller, at }: DeskPlace) {
  return (await api.call(caller, queryQueueItems, at)).items;
}

test("named items get a priority, and only what changed is counted", async () => {
  const desk = await aDesk(api, { items: 3 });
  const act: Change = { action: "prioritize", itemIds: [desk.id(0), desk.id(2), "none"], priority: 7 };
  expect(await change(desk, act)).toBe(2);
  expect(await change(desk, act)).toBe(0);
  expect((await itemsOf(desk)).map((item) => item.priority)).toEqual([7, 0, 7]);
});

test("a filter chooses among all items, and among those that are named", async () => {
  const desk = await aDesk(api, { items: 3, people: 1 });
  await desk.answer(desk.person(0), 1, { isFlagged: true });
  expect(await change(desk, { action: "prioritize", filter: { isFlagged: true }, priority: 1 })).toBe(1);
  const named = { itemIds: [desk.id(0), desk.id(1)], filter: { isFlagged: false } };
  expect(await change(desk, { action: "prioritize", ...named, priority: 2 })).toBe(1);
  expect(await change(desk, { action: "prioritize", filter: {}, priority: 3 })).toBe(3);
  expect(await change(desk, { action: "prioritize", itemIds: [], priority: 4 })).toBe(0);
});

test("a filter reaches more items than a request can name", async () => {
  const desk = await aDesk(api, { items: 1 });
  await api.db.query(sql`
    insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_op_name, call_trace_id, display_fields, added_by)
    select 'more-' || n, project_id, queue_id, 'more-' || n, call_started_at, call_op_name, call_trace_id, '{}', added_by
    from queue_item cross join generate_series(1, ${contract.MAX_ITEMS}::int) n where id = ${desk.id(0)}`);
  const { caller, at } = desk;
  const asked = { ...at, filter: { isOpen: true }, limit: 0, includeTotalCount: true };
  expect(await api.call(caller, queryQueueItems, asked)).toEqual({
    items: [],
    totalCount: contract.MAX_ITEMS + 1,
  });
  const act: Change = { action: "prioritize", filter: { isOpen: true }, priority: 7 };
  expect(await change(desk, act)).toBe(contract.MAX_ITEMS + 1);
});

test("an assigned item is for its annotator alone, and others lose their reservation of it", async () => {
  const desk = await aDesk(api, { items: 1, people: 2 });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  expect(await desk.numbersFor(ada)).toEqual([0]);
  const toBo: Change = { action: "assign", itemIds: [desk.id(0)], assignedTo: bo.userId };
  expect(await change(desk, toBo)).toBe(1);
  expect(await desk.numbersFor(ada)).toEqual([]);
  expect(await desk.numbersFor(bo)).toEqual([0]);
  expect(await change(desk, { action: "assign", itemIds: [desk.id(0)] })).toBe(1);
  expect((await itemsOf(desk))[0]?.assignedTo).toBeNull();
});

test("only people who may annotate the queue can be assigned", async () => {
  const desk = await aDesk(api);
  const viewer = await api.aCaller(desk.project, "viewer");
  const stranger = await api.aCaller(await api.aProject());
  for (const assignedTo of [viewer.userId, stranger.userId, "nobody"])
    await expect(change(desk, { action: "assign", itemIds: [desk.id(0)], assignedTo })).rejects.toMatchObject(
      {
        status: 422,
        problems: [expect.objectContaining({ loc: ["body", "assigned_to"] })],
      },
    );
});

test("reopened items want answers again, of everybody or of one; what was said stays", async () => {
  const review = await aReview(api, { items: 1, people: 2, settings: { annotatorsPerItem: 2 } });
  const { desk } = review;
  await review.say(0, 0, { correct: true });
  await review.say(1, 0, { correct: false });
  expect(await desk.open()).toEqual([]);
  const itemIds = [desk.id(0)];
  expect(await change(desk, { action: "reopen", itemIds, annotatorUserId: desk.person(0).userId })).toBe(1);
  expect(await desk.open()).toEqual([0]);
  expect((await review.answers(0)).map(({ annotatorUserId }) => annotatorUserId)).toEqual([
    desk.person(1).userId,
  ]);
  expect((await itemsOf(desk))[0]).toMatchObject({ annotationState: "unstarted", answerCount: 1 });

  await review.say(0, 0, {}, { revision: 2 });
  const again = (await review.answers(0)).find(
    ({ annotatorUserId }) => annotatorUserId === desk.person(0).userId,
  );
  expect(again?.values).toEqual({ [review.ref("correct")]: true });
  expect(await change(desk, { action: "reopen", filter: {} })).toBe(1);
  expect((await itemsOf(desk))[0]).toMatchObject({ answerCount: 0, annotationState: "unstarted" });
  expect(await change(desk, { action: "reopen", filter: {} })).toBe(0);
});

async function aSentBackItem() {
  const desk = await aDesk(api, { items: 1, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  const item = { ...desk.at, itemId: desk.id(0) };
  await desk.answer(ada, 0);
  await api.call(desk.caller, contract.sendItemBack, {
    ...item,
    annotatorUserId: ada.userId,
    note: "Look again.",
  });
  const own = async () => (await api.call(ada, getItemWork, item)).own;
  expect((await own()).sentBack).toBe("Look again.");
  return { desk, ada, bo, own };
}

test("an item that was sent back to somebody is for everybody again once it is reopened", async () => {
  const { desk, bo, own } = await aSentBackItem();
  expect(await desk.numbersFor(bo)).toEqual([]);
  expect(await change(desk, { action: "reopen", filter: {} })).toBe(1);
  expect((await own()).sentBack).toBe(null);
  expect(await desk.numbersFor(bo)).toEqual([0]);
});

test("reopening takes back what a lead wrote with an item, also where it was begun again", async () => {
  const { desk, ada, own } = await aSentBackItem();
  const { revision } = await own();
  await desk.answer(ada, 0, { annotationState: "in_progress", revision });
  expect(await change(desk, { action: "reopen", filter: {} })).toBe(1);
  expect((await own()).sentBack).toBe(null);
});

test("a form that began before its item was reopened is out of date", async () => {
  const desk = await aDesk(api, { items: 1, people: 1 });
  await desk.answer(desk.person(0), 0);
  await change(desk, { action: "reopen", filter: {} });
  await expect(desk.answer(desk.person(0), 0, { revision: 1 })).rejects.toMatchObject({
    status: 409,
    code: "stale",
  });
});

test("what was dropped because somebody skipped it is there again once it is reopened", async () => {
  const desk = await aDesk(api, { items: 1, people: 1, settings: { skipPolicy: "drop" } });
  await desk.answer(desk.person(0), 0, { annotationState: "skipped" });
  expect(await desk.open()).toEqual([]);
  await change(desk, { action: "reopen", filter: {} });
  expect(await desk.open()).toEqual([0]);
});

test("removed items leave the queue and every desk; the log says how many and who", async () => {
  const desk = await aDesk(api, { items: 3, people: 1 });
  await desk.reserve(desk.person(0), { count: 2 });
  expect(await change(desk, { action: "remove", itemIds: [desk.id(0), desk.id(1)] })).toBe(2);
  expect((await itemsOf(desk)).map(({ id }) => id)).toEqual([desk.id(2)]);
  expect(await desk.numbersFor(desk.person(0))).toEqual([2]);
  const [event] = await api.db.prisma.auditEvent.findMany({
    where: { projectId: desk.project.id, action: "queue_items.removed" },
  });
  expect(event).toMatchObject({
    actorUserId: desk.caller.userId,
    target: desk.queueId,
    details: { count: 2 },
  });
});

test("items of another queue are never touched", async () => {
  const [desk, other] = [await aDesk(api, { items: 1 }), await aDesk(api, { items: 1 })];
  expect(await change(desk, { action: "remove", itemIds: [other.id(0)] })).toBe(0);
  expect(await itemsOf(other)).toHaveLength(1);
});

test.each([
  ["neither items nor a filter", { action: "remove" }, ["body", "item_ids"]],
  ["no priority to set", { action: "prioritize", filter: {} }, ["body", "priority"]],
] as const)("a request with %s is a 422 that says where", async (_, input, loc) => {
  const desk = await aDesk(api);
  await expect(change(desk, input)).rejects.toMatchObject({
    status: 422,
    problems: [expect.objectContaining({ loc })],
  });
});
