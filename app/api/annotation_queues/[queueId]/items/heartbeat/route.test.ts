import { expect, test } from "vitest";
import { keepItems, reserveItems } from "#lib/contract/annotation/queue-work.ts";
import * as contract from "#lib/contract/annotation/queues.ts";
import { aDesk, anItemIn } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, keepItems, async (place) => {
  const { item_id, ...queue } = await anItemIn(api, place);
  const at = { projectId: queue.project_id, queueId: queue.queue_id };
  await api.call(place.caller, reserveItems, { ...at, count: 1 });
  return { ...queue, item_ids: [item_id] };
});

test("what is held is kept longer", async () => {
  const desk = await aDesk(api, { items: 2, settings: { reservationMinutes: 5 } });
  const ada = desk.person(0);
  await desk.reserve(ada);
  await desk.set({ reservationMinutes: 50 });
  const kept = await api.call(ada, keepItems, { ...desk.at, itemIds: [desk.id(1), desk.id(0)] });
  const rows = await api.db.prisma.itemReservation.findMany({ where: { queueId: desk.queueId } });
  expect(kept).toEqual({ kept: [desk.id(1), desk.id(0)], lost: [], expiresAt: rows[0]?.expiresAt });
  for (const { reservedAt, expiresAt } of rows)
    expect(expiresAt.getTime() - reservedAt.getTime()).toBeGreaterThanOrEqual(50 * 60_000);
});

test("one that expired is kept while nobody has taken it, and lost afterwards", async () => {
  const desk = await aDesk(api, { items: 2, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.reserve(ada, { count: 2 });
  await desk.expireReservations();
  await desk.reserve(bo, { count: 1 });
  const { kept, lost } = await api.call(ada, keepItems, { ...desk.at, itemIds: [desk.id(0), desk.id(1)] });
  expect({ kept, lost }).toEqual({ kept: [desk.id(1)], lost: [desk.id(0)] });
  expect((await desk.reserve(bo)).left).toMatchObject({ forMe: 2, inOtherHands: 1 });
});

test("an item that the caller never reserved, a removed one and one of another queue are lost", async () => {
  const [desk, other] = [await aDesk(api, { items: 2 }), await aDesk(api)];
  const ada = desk.person(0);
  await desk.reserve(ada, { count: 1 });
  await api.call(desk.caller, contract.removeQueueItem, { ...desk.at, itemId: desk.id(0) });
  const itemIds = [desk.id(0), desk.id(1), other.id(0)];
  expect(await api.call(ada, keepItems, { ...desk.at, itemIds })).toEqual({
    kept: [],
    lost: itemIds,
    expiresAt: null,
  });
});
