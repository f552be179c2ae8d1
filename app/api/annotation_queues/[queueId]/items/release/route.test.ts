import { expect, test } from "vitest";
import { releaseItems, reserveItems } from "#lib/contract/annotation/queue-work.ts";
import { aDesk, anItemIn } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, releaseItems, async (place) => {
  const { item_id, ...queue } = await anItemIn(api, place);
  const at = { projectId: queue.project_id, queueId: queue.queue_id };
  await api.call(place.caller, reserveItems, { ...at, count: 1 });
  return { ...queue, item_ids: [item_id] };
});

test("what is given back goes to the next who asks; the rest stays", async () => {
  const desk = await aDesk(api, { items: 3, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.reserve(ada);
  const released = await api.call(ada, releaseItems, { ...desk.at, itemIds: [desk.id(1)] });
  expect(released).toEqual({ released: [desk.id(1)] });
  expect(await desk.numbersFor(bo)).toEqual([1]);
});

test("without names everything is given back, and only what the caller held", async () => {
  const desk = await aDesk(api, { items: 4, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.reserve(ada, { count: 2 });
  await desk.reserve(bo, { count: 1 });
  const { released } = await api.call(ada, releaseItems, desk.at);
  expect(released.sort()).toEqual([desk.id(0), desk.id(1)].sort());
  expect(await api.call(ada, releaseItems, desk.at)).toEqual({ released: [] });
  expect(await api.call(ada, releaseItems, { ...desk.at, itemIds: [desk.id(2)] })).toEqual({ released: [] });
  expect(await desk.numbersFor(ada, 4)).toEqual([0, 1, 3]);
});
