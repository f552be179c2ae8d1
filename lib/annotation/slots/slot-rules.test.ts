import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aDesk, type DeskPlace } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

async function sendBack(desk: DeskPlace, person: Caller, n: number): Promise<void> {
  await api.db.query(sql`
    update item_progress set state = 'unstarted', sent_back = 'Look again', finished_at = null
    where item_id = ${desk.id(n)} and annotator_id = ${person.userId}`);
  await api.db.query(sql`update queue_item set is_open = true where id = ${desk.id(n)}`);
}

test("oldest first is the order of adding", async () => {
  const desk = await aDesk(api, { items: 5 });
  expect(await desk.numbersFor(desk.person(0), 4)).toEqual([0, 1, 2, 3]);
});

test("by priority the greatest comes first, then the oldest", async () => {
  const desk = await aDesk(api, { items: 5, settings: { itemOrder: "priority" } });
  await api.db.query(sql`update queue_item set priority = 7 where id in (${desk.id(1)}, ${desk.id(3)})`);
  await api.db.query(sql`update queue_item set priority = -1 where id = ${desk.id(0)}`);
  expect(await desk.numbersFor(desk.person(0), 5)).toEqual([1, 3, 2, 4, 0]);
});

test("in random order everybody goes round the same circle from a place of their own", async () => {
  const desk = await aDesk(api, { items: 20, people: 6, settings: { itemOrder: "random" } });
  const rows = await api.db.query(
    sql`select ${columns(of("queue_item", "id"))} from queue_item where queue_id = ${desk.queueId} order by shuffle`,
  );
  const circle = rows.map((row) => desk.items.findIndex(({ id }) => id === row.id));
  const starts = new Set<number>();
  for (const person of desk.people) {
    const order = await desk.numbersFor(person, 20);
    const start = circle.indexOf(order[0] ?? -1);
    expect(order).toEqual([...circle.slice(start), ...circle.slice(0, start)]);
    starts.add(start);
  }
  // All six on one of twenty places by chance: once in three million.
  expect(starts.size).toBeGreaterThan(1);
});

test("what was sent back comes first, then what was begun, then what is assigned, then the rest", async () => {
  const desk = await aDesk(api, { items: 6, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.answer(ada, 5);
  await desk.answer(ada, 4, { annotationState: "in_progress" });
  await api.db.query(sql`update queue_item set assigned_to = ${ada.userId} where id = ${desk.id(3)}`);
  await sendBack(desk, ada, 5);
  expect(await desk.numbersFor(bo, 1)).toEqual([0]);
  const { reserved } = await desk.reserve(ada, { count: 5 });
  expect(reserved.map(({ item }) => desk.items.findIndex(({ id }) => id === item.id))).toEqual([
    5, 4, 3, 1, 2,
  ]);
  expect(reserved[0]?.own).toMatchObject({ sentBack: "Look again", revision: 1 });
});

test("what was sent back stays with its annotator until they have answered again", async () => {
  const desk = await aDesk(api, { items: 1, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.answer(ada, 0);
  await sendBack(desk, ada, 0);
  expect(await desk.reserve(bo)).toMatchObject({ reserved: [], left: { forMe: 1, inOtherHands: 1 } });
  await expect(desk.reserve(bo, { itemId: desk.id(0) })).rejects.toMatchObject({ code: "slot_taken" });
  const { own } = await desk.answer(ada, 0, { revision: 1 });
  expect(own.sentBack).toBe(null);
  expect(await desk.open()).toEqual([]);
});

test("an assigned item is offered to nobody else and counts for nobody else", async () => {
  const desk = await aDesk(api, { items: 2, people: 2 });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await api.db.query(sql`update queue_item set assigned_to = ${ada.userId} where id = ${desk.id(0)}`);
  expect(await desk.numbersFor(bo)).toEqual([1]);
  expect((await desk.reserve(bo)).left).toMatchObject({ forMe: 1 });
  expect(await desk.numbersFor(ada)).toEqual([0, 1]);
  await expect(desk.answer(bo, 0)).rejects.toMatchObject({ code: "slot_taken" });
});

test("skipped for others: somebody else gets it, and the annotator no more", async () => {
  const desk = await aDesk(api, { items: 2, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.answer(ada, 0, { annotationState: "skipped" });
  expect(await desk.numbersFor(ada)).toEqual([1]);
  expect(await desk.numbersFor(bo)).toEqual([0]);
  expect((await desk.reserve(ada)).left).toMatchObject({ forMe: 1, forOthers: 1 });
});

test("skipped for me: it comes back after everything else, the one skipped first before the others", async () => {
  const settings = { annotatorsPerItem: 1, skipPolicy: "me" } as const;
  const desk = await aDesk(api, { items: 4, settings });
  const ada = desk.person(0);
  await desk.answer(ada, 2, { annotationState: "skipped" });
  await desk.answer(ada, 0, { annotationState: "skipped" });
  expect(await desk.numbersFor(ada, 4)).toEqual([1, 3, 2, 0]);
  await desk.answer(ada, 2, { revision: 1 });
  expect(await desk.numbersFor(ada, 4)).toEqual([1, 3, 0]);
});

test("skipped and dropped: nobody gets it, until the skip is taken back", async () => {
  const settings = { annotatorsPerItem: 2, skipPolicy: "drop" } as const;
  const desk = await aDesk(api, { items: 1, people: 2, settings });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.answer(ada, 0, { annotationState: "skipped" });
  expect(await desk.open()).toEqual([]);
  expect(await desk.reserve(bo)).toMatchObject({ reserved: [], left: { forMe: 0, forOthers: 0 } });
  await expect(desk.reserve(bo, { itemId: desk.id(0) })).rejects.toMatchObject({
    code: "slot_taken",
    message: expect.stringContaining("was skipped for good"),
  });
  await desk.answer(ada, 0, { revision: 1, annotationState: "unstarted" });
  expect(await desk.numbersFor(bo)).toEqual([0]);
});

test("who dropped an item may take it back, or answer it after all", async () => {
  const settings = { annotatorsPerItem: 1, skipPolicy: "drop" } as const;
  const desk = await aDesk(api, { items: 2, people: 2, settings });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  for (const n of [0, 1]) await desk.answer(ada, n, { annotationState: "skipped" });
  await desk.answer(ada, 0, { revision: 1, annotationState: "in_progress" });
  expect(await desk.numbersFor(bo)).toEqual([]);
  expect(await desk.numbersFor(ada)).toEqual([0]);
  expect((await desk.answer(ada, 1, { revision: 1 })).item.answerCount).toBe(1);
});

test("who worked on an item while another dropped it may still answer", async () => {
  const settings = { annotatorsPerItem: 2, skipPolicy: "drop" } as const;
  const desk = await aDesk(api, { items: 1, people: 2, settings });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.reserve(bo);
  await desk.answer(ada, 0, { annotationState: "skipped" });
  expect((await desk.answer(bo, 0)).item.answerCount).toBe(1);
  expect(await desk.open()).toEqual([]);
});

test("a share of the items wants several answers, the others one; a greater share adds items and drops none", async () => {
  const desk = await aDesk(api, { items: 60, settings: { annotatorsPerItem: 3, overlapShare: 0 } });
  const wanting = async (overlapShare: number) => {
    await desk.set({ overlapShare });
    const { items } = await api.call(desk.caller, contract.queryQueueItems, desk.at);
    const counts = items.map(({ wantedAnswers }) => wantedAnswers);
    expect(counts.every((count) => count === 1 || count === 3)).toBe(true);
    return new Set(items.filter(({ wantedAnswers }) => wantedAnswers === 3).map(({ id }) => id));
  };
  const [none, some, more, all] = [
    await wanting(0),
    await wanting(0.3),
    await wanting(0.7),
    await wanting(1),
  ];
  expect([none?.size, all?.size]).toEqual([0, 60]);
  // Sixty items at 0.3: outside of 4 to 32 less than once in 100,000 runs.
  expect(some?.size).toBeGreaterThan(3);
  expect(some?.size).toBeLessThan(33);
  expect([...(some ?? [])].every((id) => more?.has(id))).toBe(true);
});

test("a changed rule opens and closes items at once", async () => {
  const desk = await aDesk(api, { items: 3, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.answer(ada, 0);
  await desk.answer(bo, 1, { annotationState: "skipped" });
  expect(await desk.open()).toEqual([1, 2]);
  await desk.set({ annotatorsPerItem: 2 });
  expect(await desk.open()).toEqual([0, 1, 2]);
  await desk.set({ skipPolicy: "drop" });
  expect(await desk.open()).toEqual([0, 2]);
  await desk.set({ skipPolicy: "others", annotatorsPerItem: 0 });
  expect(await desk.open()).toEqual([0, 1, 2]);
  await desk.set({ annotatorsPerItem: 1 });
  expect(await desk.open()).toEqual([1, 2]);
});

test("a rule that changes while people answer leaves every item as the rule has it", async () => {
  const desk = await aDesk(api, { items: 12, people: 3, settings: { annotatorsPerItem: 2 } });
  for (let round = 0; round < 4; round++) {
    await Promise.all([
      ...desk.people.map((person, n) =>
        desk.answer(person, round * 3 + n, {}).catch((error: unknown) => expect(error).toBeDefined()),
      ),
      desk.set({ annotatorsPerItem: round % 2 === 0 ? 1 : 2 }),
    ]);
    const { items } = await api.call(desk.caller, contract.queryQueueItems, desk.at);
    const open = await desk.open();
    for (const [n, { answerCount, wantedAnswers }] of items.entries())
      expect(open.includes(n), `item ${n}: ${answerCount} of ${wantedAnswers}`).toBe(
        answerCount < (wantedAnswers ?? Infinity),
      );
  }
});

test("progress written the plain way counts, frees and closes like an answer, and may overshoot", async () => {
  const desk = await aDesk(api, { items: 1, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  const move = (person: Caller, annotationState: contract.AnnotationState) =>
    api.call(person, contract.updateItemProgress, { ...desk.at, itemId: desk.id(0), annotationState });
  await desk.reserve(ada);
  expect((await move(bo, "completed")).item.answerCount).toBe(1);
  expect(await desk.open()).toEqual([]);
  expect(await desk.numbersFor(ada)).toEqual([]);
  expect((await move(ada, "completed")).item.answerCount).toBe(2);
  await move(bo, "unstarted");
  expect(await desk.open()).toEqual([]);
  await move(ada, "in_progress");
  expect(await desk.open()).toEqual([0]);
});
