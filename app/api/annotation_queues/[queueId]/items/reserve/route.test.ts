import { expect, test } from "vitest";
import { keepItems, releaseItems, reserveItems } from "#lib/contract/annotation/queue-work.ts";
import * as contract from "#lib/contract/annotation/queues.ts";
import { columns, float } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aDesk, anItemIn } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, reserveItems, async (place) => {
  const { item_id: _, ...queue } = await anItemIn(api, place);
  return { ...queue, count: 2 };
});

test("the answer shows each item, the caller's own work on it, and how long it is kept", async () => {
  const desk = await aDesk(api, { items: 3, settings: { annotatorsPerItem: 1 } });
  const response = await api.send(desk.person(0), {
    path: `/annotation_queues/${desk.queueId}/items/reserve`,
    body: { project_id: desk.projectId, count: 2 },
  });
  const { reserved, left } = await response.json();
  expect(reserved.map(({ item }: { item: { id: string } }) => item.id)).toEqual([desk.id(0), desk.id(1)]);
  expect(reserved[0]).toEqual({
    item: expect.objectContaining({ call_id: desk.items[0]?.callId, wanted_answers: 1, answer_count: 0 }),
    own: {
      revision: 0,
      skip_reason: null,
      is_flagged: false,
      flag_note: "",
      active_ms: 0,
      sent_back: null,
      asked_again: [],
    },
    expires_at: expect.stringMatching(/Z$/),
    suggestions: [],
  });
  expect(left).toBe(null);
});

test("a reservation lasts as long as the queue says, by the clock of the database", async () => {
  const desk = await aDesk(api, { settings: { reservationMinutes: 7 } });
  const { reserved } = await desk.reserve(desk.person(0));
  const [row] = await api.db.query(sql`
    select ${columns({ seconds: float(sql`extract(epoch from expires_at - reserved_at)`) })} from item_reservation where queue_id = ${desk.queueId}`);
  expect(row?.seconds).toBe(420);
  const [stored] = await api.db.prisma.itemReservation.findMany({ where: { queueId: desk.queueId } });
  expect(reserved[0]?.expiresAt).toEqual(stored?.expiresAt);
});

test("asking again renews what is held and tops it up", async () => {
  const desk = await aDesk(api, { items: 4, settings: { annotatorsPerItem: 1 } });
  const ada = desk.person(0);
  const first = await desk.reserve(ada, { count: 2 });
  const again = await desk.reserve(ada, { count: 3 });
  expect(again.reserved.map(({ item }) => item.id)).toEqual([desk.id(0), desk.id(1), desk.id(2)]);
  for (const { expiresAt } of again.reserved)
    expect(expiresAt.getTime()).toBeGreaterThanOrEqual(first.reserved[0]?.expiresAt.getTime() ?? Infinity);
  expect(await desk.numbersFor(ada, 1)).toEqual([0, 1, 2]);
});

test("the reply says what is left only if it holds fewer items than requested", async () => {
  const desk = await aDesk(api, { items: 3, people: 1 });
  const ada = desk.person(0);
  expect((await desk.reserve(ada, { count: 3 })).left).toBe(null);
  expect((await desk.reserve(ada, { count: 4 })).left).toMatchObject({
    forMe: 3,
    forOthers: 0,
    inOtherHands: 0,
  });
});

test("what another has is in other hands, with who holds it and until when", async () => {
  const desk = await aDesk(api, { items: 3, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  const { reserved: adas } = await desk.reserve(ada, { count: 3 });
  const { reserved, left } = await desk.reserve(bo);
  expect(reserved).toEqual([]);
  const freesAt = new Date(Math.max(...adas.map(({ expiresAt }) => expiresAt.getTime())));
  expect(left).toEqual({
    isArchived: false,
    forMe: 3,
    forOthers: 0,
    inOtherHands: 3,
    holders: [{ annotatorUserId: ada.userId, name: ada.name, items: 3, freesAt }],
  });
  await desk.answer(ada, 0);
  expect((await desk.reserve(bo)).left).toMatchObject({ forMe: 2, forOthers: 0, inOtherHands: 2 });
});

test("what the caller has answered and others have not is for others", async () => {
  const desk = await aDesk(api, { items: 3, people: 2, settings: { annotatorsPerItem: 2 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  for (const n of [0, 1, 2]) await desk.answer(ada, n);
  await desk.answer(bo, 0);
  expect(await desk.reserve(ada)).toEqual({
    reserved: [],
    left: { isArchived: false, forMe: 0, forOthers: 2, inOtherHands: 0, holders: [] },
  });
  expect(await desk.numbersFor(bo)).toEqual([1, 2]);
});

test("where everybody is asked, nobody waits for another", async () => {
  const desk = await aDesk(api, { items: 2, people: 2 });
  for (const person of desk.people) expect(await desk.numbersFor(person)).toEqual([0, 1]);
  for (const n of [0, 1]) await desk.answer(desk.person(0), n);
  expect((await desk.reserve(desk.person(0))).left).toMatchObject({ forMe: 0, forOthers: 0 });
  expect((await desk.reserve(desk.person(1))).left).toMatchObject({ forMe: 2, inOtherHands: 0 });
});

test("exactly one item can be asked for, and comes before what is held", async () => {
  const desk = await aDesk(api, { items: 5, people: 1, settings: { annotatorsPerItem: 1 } });
  const ada = desk.person(0);
  await desk.reserve(ada, { count: 2 });
  const { reserved } = await desk.reserve(ada, { itemId: desk.id(4) });
  expect(reserved.map(({ item }) => item.id)).toEqual([desk.id(4), desk.id(0), desk.id(1)]);
});

test("what a training run waits for comes after what is begun and before the rest, the nearest deadline first", async () => {
  const desk = await aDesk(api, { items: 7, people: 2 });
  const ada = desk.person(0);
  await desk.answer(ada, 6, { annotationState: "in_progress" });
  const waits = (n: number, minutes: number, priority: number) =>
    api.db.query(sql`
      update queue_item set awaited_by = 'run', awaited_until = now() + make_interval(mins => ${minutes}), awaited_fallback = 'mean',
        priority = ${priority}
      where id = ${desk.id(n)}`);
  await waits(5, 5, 0);
  await api.db.query(sql`
    update queue_item set awaited_until = (select awaited_until from queue_item where id = ${desk.id(5)}),
      awaited_by = 'run', awaited_fallback = 'mean', priority = 9
    where id = ${desk.id(4)}`);
  await waits(3, 2, 0);
  await waits(1, -1, 100);
  await api.db.query(sql`update queue_item set assigned_to = ${ada.userId} where id = ${desk.id(2)}`);
  expect(await desk.numbersFor(ada, 1)).toEqual([6]);
  for (const count of [2, 4, 7])
    expect(await desk.numbersFor(ada, count)).toEqual([6, 3, 4, 5, 2, 0, 1].slice(0, count));
  expect(await desk.numbersFor(desk.person(1), 3)).toEqual([3, 4, 5]);
});

test("an item without a free slot is a 409 `slot_taken` that says why", async () => {
  const desk = await aDesk(api, { items: 3, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  const { reserved } = await desk.reserve(ada, { itemId: desk.id(0) });
  await desk.answer(ada, 1);
  await api.db.query(sql`update queue_item set assigned_to = ${ada.userId} where id = ${desk.id(2)}`);
  const refusal = (n: number) => desk.reserve(bo, { itemId: desk.id(n) });
  const until = reserved[0]?.expiresAt.toISOString();
  await expect(refusal(0)).rejects.toMatchObject({
    status: 409,
    code: "slot_taken",
    message: `Item ${desk.id(0)} is reserved by ${ada.name} until ${until}; take another one, or this one if it is given back`,
  });
  await expect(refusal(1)).rejects.toMatchObject({
    code: "slot_taken",
    message: `Item ${desk.id(1)} has the 1 answer that it wants already; take another one`,
  });
  await expect(refusal(2)).rejects.toMatchObject({
    code: "slot_taken",
    message: `Item ${desk.id(2)} is assigned to ${ada.name} alone; take another one`,
  });
});

test("an annotator can reserve their own answered item again, even if others may not", async () => {
  const desk = await aDesk(api, { items: 2, people: 1, settings: { annotatorsPerItem: 1 } });
  await desk.answer(desk.person(0), 0);
  const { reserved } = await desk.reserve(desk.person(0), { itemId: desk.id(0) });
  expect(reserved.map(({ item }) => item.id)).toEqual([desk.id(0)]);
});

test("an item of another queue is not found", async () => {
  const [desk, other] = [await aDesk(api), await aDesk(api)];
  await expect(desk.reserve(desk.person(0), { itemId: other.id(0) })).rejects.toMatchObject({ status: 404 });
});

test("a removed item is nobody's any more", async () => {
  const desk = await aDesk(api, { items: 2, settings: { annotatorsPerItem: 1 } });
  expect(await desk.numbersFor(desk.person(0))).toEqual([0, 1]);
  await api.call(desk.caller, contract.removeQueueItem, { ...desk.at, itemId: desk.id(0) });
  expect(await desk.numbersFor(desk.person(0))).toEqual([1]);
});

test("an archived queue grants nothing new and says so, to nobody", async () => {
  const desk = await aDesk(api, { items: 3, people: 2 });
  await desk.set({ isArchived: true });
  for (const person of desk.people) {
    const response = await api.send(person, {
      path: `/annotation_queues/${desk.queueId}/items/reserve`,
      body: { project_id: desk.projectId, count: 2 },
    });
    expect(await response.json()).toEqual({
      reserved: [],
      left: { for_me: 0, for_others: 0, in_other_hands: 0, is_archived: true, holders: [] },
    });
    await expect(desk.reserve(person, { itemId: desk.id(1) })).rejects.toMatchObject({
      status: 409,
      code: "queue_archived",
      message: `Queue ${desk.queueId} is archived and has no new items; use another queue, or ask a lead to restore this one (is_archived: false)`,
    });
  }
  await expect(desk.reserve(desk.person(0), { itemId: "none" })).rejects.toMatchObject({ status: 404 });
  await desk.set({ isArchived: false });
  expect(await desk.numbersFor(desk.person(0))).toEqual([0, 1, 2]);
});

test("items reserved when a queue is archived can be renewed, answered and undone", async () => {
  const desk = await aDesk(api, { items: 4, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.reserve(ada, { count: 2 });
  await desk.set({ isArchived: true });
  const { reserved, left } = await desk.reserve(ada, { count: 3, itemId: desk.id(1) });
  expect(reserved.map(({ item }) => item.id)).toEqual([desk.id(1), desk.id(0)]);
  expect(left).toMatchObject({ isArchived: true, forMe: 2 });
  const itemIds = [desk.id(0), desk.id(1)];
  expect(await api.call(ada, keepItems, { ...desk.at, itemIds })).toMatchObject({ kept: itemIds, lost: [] });
  const { own } = await desk.answer(ada, 0);
  expect(await desk.numbersFor(ada)).toEqual([1]);
  await desk.answer(ada, 0, { annotationState: "in_progress", revision: own.revision });
  expect(await desk.numbersFor(ada)).toEqual([0, 1]);
  await api.call(ada, releaseItems, desk.at);
  expect(await desk.numbersFor(ada)).toEqual([]);
  expect(await desk.numbersFor(bo)).toEqual([]);
});
