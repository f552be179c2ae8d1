import { expect, test } from "vitest";
import type { ApiError } from "#lib/client/api-error.ts";
import { keepItems } from "#lib/contract/annotation/queue-work.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aDesk, type DeskPlace, untilWaiting } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { testSize } from "#lib/testing/test-size.ts";

const api = startHarness();
const ITEMS = testSize({ usual: 150, whole: 1_000 });

type Granted = { itemId: string; to: string };

/** Wakes those who wait for others' answers at the next one. */
class NextAnswer {
  #next = Promise.withResolvers<void>();

  get coming(): Promise<void> {
    return this.#next.promise;
  }

  came(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}

type Share = { count: number; answers: NextAnswer };

/** Reserves and answers until nothing is left for the person; gives what was granted on the way. */
async function workOff(desk: DeskPlace, person: Caller, { count, answers }: Share): Promise<Granted[]> {
  const granted = new Set<string>();
  for (;;) {
    const { coming } = answers;
    const { reserved, left } = await desk.reserve(person, { count });
    for (const { item } of reserved) granted.add(item.id);
    if (reserved.length === 0 && left?.forMe === 0) break;
    // What others hold may become free, or be answered, at any of their answers.
    if (reserved.length === 0) await coming;
    for (const { item } of reserved) {
      await desk.answer(
        person,
        desk.items.findIndex(({ id }) => id === item.id),
      );
      answers.came();
    }
  }
  return [...granted].map((itemId) => ({ itemId, to: person.userId }));
}

test.each([1, 2])(
  "25 people who share many items at %d answers each get every slot once, and each item as many different people",
  { tags: ["long"], timeout: 180_000 },
  async (wanted) => {
    const desk = await aDesk(api, { items: ITEMS, people: 25, settings: { annotatorsPerItem: wanted } });
    const others = new NextAnswer();
    const granted = await Promise.all(
      desk.people.map((person, n) => workOff(desk, person, { count: 20 - (n % 6) * 3, answers: others })),
    );
    const holders = Map.groupBy(granted.flat(), ({ itemId }) => itemId);
    expect(holders.size).toBe(ITEMS);
    for (const people of holders.values()) expect(people).toHaveLength(wanted);
    const answers = await api.db.query(sql`
      select ${columns({ answers: int(sql`count(*)`), people: int(sql`count(distinct annotator_id)`) })} from item_progress
      where queue_id = ${desk.queueId} and state = 'completed' group by item_id`);
    expect(answers).toEqual(Array.from({ length: ITEMS }, () => ({ answers: wanted, people: wanted })));
    expect(await desk.open()).toEqual([]);
    expect(await api.db.prisma.itemReservation.count({ where: { queueId: desk.queueId } })).toBe(0);
  },
);

test("many who ask for one free slot at the same moment get it once", async () => {
  const desk = await aDesk(api, { items: 1, people: 12, settings: { annotatorsPerItem: 1 } });
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all(desk.people.map((person) => desk.reserve(person, { count: 1 })));
    expect(replies.filter(({ reserved }) => reserved.length > 0)).toHaveLength(1);
    await desk.expireReservations();
  }
});

test("a slot is granted to one of those who ask for just that item", async () => {
  const desk = await aDesk(api, { items: 1, people: 10, settings: { annotatorsPerItem: 3 } });
  const asked = await Promise.allSettled(
    desk.people.map((person) => desk.reserve(person, { itemId: desk.id(0) })),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  for (const one of asked)
    if (one.status === "rejected") expect((one.reason as ApiError).code).toBe("slot_taken");
});

test("two windows of one person do not take twice as much", async () => {
  const desk = await aDesk(api, { items: 20, settings: { annotatorsPerItem: 1 } });
  await Promise.all(Array.from({ length: 6 }, () => desk.reserve(desk.person(0), { count: 3 })));
  expect(await desk.numbersFor(desk.person(0), 1)).toEqual([0, 1, 2]);
});

test("the last free item is not missed because somebody looks at it just then", async () => {
  const desk = await aDesk(api, { items: 1, settings: { annotatorsPerItem: 1 } });
  let asking: Promise<number[]> | undefined;
  await api.db.transaction(async (db) => {
    await db.query(sql`select 1 from queue_item where id = ${desk.id(0)} for no key update`);
    asking = desk.numbersFor(desk.person(0));
    await untilWaiting(api, "from queue_item i");
  });
  expect(await asking).toEqual([0]);
});

test("items that expired go to the next who asks, without waiting for a sweep", async () => {
  const desk = await aDesk(api, { items: 3, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.reserve(ada);
  expect(await desk.numbersFor(bo)).toEqual([]);
  await desk.expireReservations();
  expect(await desk.numbersFor(bo)).toEqual([0, 1, 2]);
  expect(await desk.numbersFor(ada)).toEqual([]);
});

test("an answer that comes while the item's reservation runs out takes the slot or leaves it, never both", async () => {
  for (let round = 0; round < 8; round++) {
    const desk = await aDesk(api, { items: 1, people: 2, settings: { annotatorsPerItem: 1 } });
    const [ada, bo] = [desk.person(0), desk.person(1)];
    await desk.reserve(ada);
    await desk.expireReservations();
    const [answered, took] = await Promise.allSettled([desk.answer(ada, 0), desk.reserve(bo)]);
    const boHasIt = took.status === "fulfilled" && took.value.reserved.length === 1;
    expect(answered.status === "fulfilled").toBe(!boHasIt);
    if (answered.status === "rejected") expect((answered.reason as ApiError).code).toBe("slot_taken");
  }
});

test("a heartbeat that comes when the reservation has run out keeps the item or loses it, and nobody shares it", async () => {
  for (let round = 0; round < 8; round++) {
    const desk = await aDesk(api, { items: 1, people: 2, settings: { annotatorsPerItem: 1 } });
    const [ada, bo] = [desk.person(0), desk.person(1)];
    await desk.reserve(ada);
    await desk.expireReservations();
    const [{ kept }, { reserved }] = await Promise.all([
      api.call(ada, keepItems, { ...desk.at, itemIds: [desk.id(0)] }),
      desk.reserve(bo),
    ]);
    expect(kept.length + reserved.length).toBe(1);
  }
});
