import { expect, test } from "vitest";
import { isRandomItem } from "#lib/annotation/learner/draws.ts";
import * as contract from "#lib/contract/annotation/queues.ts";
import { columns, json, of, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { answerAll, aTopicQueue, clearWords, record } from "#lib/testing/learning/learning-data.ts";
import { refitQueues } from "./refit-queues.ts";

const api = startHarness();
const INFORMATIVE = { itemOrder: "informative" } as const;

async function ranked({ desk }: ReviewPlace): Promise<string[]> {
  const rows = await api.db.query(sql`
    select ${columns(of("queue_item i", "id"))} from queue_item i
    where i.queue_id = ${desk.queueId} and i.rank is not null order by i.rank`);
  return rows.map(({ id }) => id);
}

async function suggested({ desk }: ReviewPlace) {
  return api.db.query(sql`
    select ${columns({ ...of("item_suggestion s", "itemId", "isHidden"), value: text(sql`s.value`) })} from item_suggestion s
    where s.queue_id = ${desk.queueId} order by s.item_id`);
}

async function fitsOf({ desk }: ReviewPlace): Promise<unknown> {
  const [row] = await api.db.query(sql`
    select ${columns({ fits: json(sql`l.fits`) })} from queue_learning l where l.queue_id = ${desk.queueId}`);
  return row?.fits ?? null;
}

/** As if everything so far were a while ago. */
async function wait({ desk: { queueId } }: ReviewPlace): Promise<void> {
  const ago = sql`interval '40 seconds'`;
  await api.db.query(sql`update queue_learning set seen_at = seen_at - ${ago} where queue_id = ${queueId}`);
  await api.db.query(sql`update annotation_queue set updated_at = updated_at - ${ago} where id = ${queueId}`);
  await api.db.query(sql`update queue_item set created_at = created_at - ${ago} where queue_id = ${queueId}`);
  await api.db.query(
    sql`update item_progress set finished_at = finished_at - ${ago} where queue_id = ${queueId}`,
  );
}

/** Whether a round of the duty learned from the queue; it does those of other tests, too. */
async function isRefit(review: ReviewPlace): Promise<boolean> {
  const seen = () =>
    api.db.query(sql`
      select ${columns(of("queue_learning l", "seenAt"))} from queue_learning l where l.queue_id = ${review.desk.queueId}`);
  const before = await seen();
  await refitQueues(api.db);
  return before[0]?.seenAt.getTime() !== (await seen())[0]?.seenAt.getTime();
}

async function reservedIds({ desk }: ReviewPlace, count: number): Promise<string[]> {
  const { reserved } = await desk.reserve(desk.person(0), { count });
  return reserved.map(({ item }) => item.id);
}

test("before there are twenty answers the order is random, and then the least sure items come first with every fifth at random", async () => {
  const review = await aTopicQueue(api, INFORMATIVE);
  await record(api, review, clearWords(19));
  const clear = await record(api, review, clearWords(8, { isAnswered: false }));
  const unsure = await record(api, review, [
    { text: "the parcel was charged twice on my invoice and has not arrived" },
    { text: "good morning to all of you" },
  ]);
  const drawn = await record(api, review, clearWords(2, { isAnswered: false, isRandom: true }));
  await refitQueues(api.db);
  expect(await ranked(review)).toEqual([]);
  expect(await reservedIds(review, 3)).toHaveLength(3);
  await review.desk.expireReservations();

  await wait(review);
  await record(api, review, clearWords(1));
  await refitQueues(api.db);
  const order = await ranked(review);
  expect(new Set(order)).toEqual(new Set([...clear, ...unsure, ...drawn]));
  // None of those answered so far was drawn at random, so one is due.
  expect(new Set(order.slice(1, 3))).toEqual(new Set(unsure));
  expect(order.filter((_, place) => place % 5 === 0).slice(0, 2)).toEqual(order.filter(isRandomItem));
  expect(new Set(order.filter(isRandomItem))).toEqual(new Set(drawn));
});

test("however often it learns, every fifth item that people get is of the random fifth", async () => {
  const review = await aTopicQueue(api, INFORMATIVE);
  await record(api, review, clearWords(24));
  await record(api, review, clearWords(30, { isAnswered: false }));
  await record(api, review, clearWords(8, { isAnswered: false, isRandom: true }));
  const given: string[] = [];
  for (let round = 0; round < 10; round++) {
    await wait(review);
    await refitQueues(api.db);
    const [itemId = ""] = await reservedIds(review, 1);
    await answerAll(api, review, [{ itemId, value: "billing" }]);
    await review.desk.expireReservations();
    given.push(itemId);
  }
  // None of those answered so far was, so one is due.
  expect(given.flatMap((id, place) => (isRandomItem(id) ? place : []))).toEqual([0, 5]);
});

test("what somebody holds stays first in its order, and the rest continues from it", async () => {
  const review = await aTopicQueue(api, INFORMATIVE);
  await record(api, review, clearWords(24));
  await record(api, review, clearWords(12, { isAnswered: false }));
  await record(api, review, clearWords(4, { isAnswered: false, isRandom: true }));
  await refitQueues(api.db);
  const held = await reservedIds(review, 3);
  expect(held).toEqual((await ranked(review)).slice(0, 3));
  await wait(review);
  await record(api, review, clearWords(1));
  await refitQueues(api.db);
  const order = await ranked(review);
  expect(order.slice(0, 3)).toEqual(held);
  // The first of them is of the random fifth, so the next is due after two others.
  expect(held.map(isRandomItem)).toEqual([true, false, false]);
  expect(order.slice(3, 9).map(isRandomItem)).toEqual([false, false, true, false, false, false]);
});

test("reservations go by the rank, and then on to what has none yet", async () => {
  const review = await aTopicQueue(api, INFORMATIVE);
  await record(api, review, clearWords(24));
  await record(api, review, clearWords(6, { isAnswered: false }));
  await refitQueues(api.db);
  const order = await ranked(review);
  const [late] = await record(api, review, clearWords(1, { isAnswered: false }));
  expect(await reservedIds(review, 7)).toEqual([...order, late]);
});

test("what somebody has locked keeps its rank until the next fit, and nobody waits", async () => {
  const review = await aTopicQueue(api, INFORMATIVE);
  await record(api, review, clearWords(24));
  const [held = "", ...free] = await record(api, review, clearWords(4, { isAnswered: false }));
  await api.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from queue_item where id = ${held} for no key update`);
    await refitQueues(api.db);
  });
  expect(new Set(await ranked(review))).toEqual(new Set(free));
  await wait(review);
  await record(api, review, clearWords(1));
  await refitQueues(api.db);
  expect(await ranked(review)).toContain(held);
});

test("a queue that asked for neither is left alone, and one that did is learned from only after changes", async () => {
  const plain = await aTopicQueue(api);
  await record(api, plain, [...clearWords(24), ...clearWords(3, { isAnswered: false })]);
  await refitQueues(api.db);
  expect([await ranked(plain), await fitsOf(plain)]).toEqual([[], null]);

  const review = await aTopicQueue(api, INFORMATIVE);
  await record(api, review, clearWords(24));
  expect(await isRefit(review)).toBe(true);
  const ref = review.ref("topic");
  const measured = { items: 0, single: 0, right: 0, isTrusted: false };
  expect(await fitsOf(review)).toEqual([{ fieldRef: ref, answers: 24, ...measured }]);
  await wait(review);
  await refitQueues(api.db);
  await wait(review);
  expect(await isRefit(review)).toBe(false);
  await record(api, review, clearWords(3));
  expect(await isRefit(review)).toBe(true);
  await record(api, review, clearWords(3));
  expect(await isRefit(review)).toBe(false);
  await record(api, review, clearWords(20));
  expect(await isRefit(review)).toBe(true);
  expect(await fitsOf(review)).toEqual([{ fieldRef: ref, answers: 50, ...measured }]);
});

test("what was learned goes with the queue", async () => {
  const review = await aTopicQueue(api, { ...INFORMATIVE, showsSuggestions: true });
  await trusted(review);
  await record(api, review, clearWords(2, { isAnswered: false }));
  await refitQueues(api.db);
  expect(await suggested(review)).toHaveLength(2);
  await api.call(review.desk.caller, contract.deleteQueue, review.at);
  expect([await suggested(review), await fitsOf(review)]).toEqual([[], null]);
});

/** Answers by which a model is trusted. */
async function trusted(review: ReviewPlace): Promise<void> {
  await record(api, review, clearWords(30));
  await record(api, review, clearWords(36, { isRandom: true }));
}

const SUGGESTING = { showsSuggestions: true } as const;

async function suggestionsOf(review: ReviewPlace, person = 0) {
  const { reserved } = await review.desk.reserve(review.desk.person(person), { count: 20 });
  return new Map(reserved.map(({ item, suggestions }) => [item.id, suggestions]));
}

test("suggestions wait until thirty items drawn at random have shown that they are right", async () => {
  const review = await aTopicQueue(api, SUGGESTING);
  await record(api, review, clearWords(60));
  await record(api, review, clearWords(29, { isRandom: true }));
  await record(api, review, clearWords(2, { isAnswered: false }));
  await refitQueues(api.db);
  expect(await suggested(review)).toEqual([]);
  await wait(review);
  await record(api, review, clearWords(7, { isRandom: true }));
  await refitQueues(api.db);
  expect(await suggested(review)).toHaveLength(2);
});

test("suggestions that are wrong too often are not shown", async () => {
  const review = await aTopicQueue(api, SUGGESTING);
  await record(api, review, clearWords(60));
  await record(
    api,
    review,
    clearWords(40, { isRandom: true }).map((saying, n) =>
      n < 8 ? { ...saying, value: n % 2 ? "billing" : "shipping" } : saying,
    ),
  );
  await record(api, review, clearWords(2, { isAnswered: false }));
  await refitQueues(api.db);
  expect(await suggested(review)).toEqual([]);
});

test("a suggestion comes with the reservation, and is hidden on a fifth of the items and from queues that do not show it", async () => {
  const review = await aTopicQueue(api, SUGGESTING);
  await trusted(review);
  const [billing = "", shipping = ""] = await record(api, review, clearWords(2, { isAnswered: false }));
  const [hidden = ""] = await record(api, review, clearWords(1, { isAnswered: false, isHidden: true }));
  await refitQueues(api.db);
  expect((await suggested(review)).find(({ itemId }) => itemId === hidden)).toMatchObject({
    isHidden: true,
    value: '"billing"',
  });
  const seen = await suggestionsOf(review);
  const fieldRef = review.ref("topic");
  const sure = expect.closeTo(0.97, 1);
  expect(seen.get(billing)).toEqual([{ fieldRef, value: "billing", probability: sure }]);
  expect(seen.get(shipping)).toEqual([{ fieldRef, value: "shipping", probability: sure }]);
  expect(seen.get(hidden)).toEqual([]);

  await review.desk.set({ showsSuggestions: false });
  expect([...(await suggestionsOf(review)).values()].flat()).toEqual([]);
  expect(await suggested(review)).toEqual([]);
});

test("what somebody holds keeps the suggestion that they saw, and what was answered is never suggested to others", async () => {
  const review = await aTopicQueue(api, { ...SUGGESTING, annotatorsPerItem: 2 }, 2);
  await trusted(review);
  const [held = "", free = ""] = await record(api, review, clearWords(2, { isAnswered: false }));
  await refitQueues(api.db);
  const before = await suggested(review);
  await review.desk.reserve(review.desk.person(0), { itemId: held, count: 1 });
  // From now on people say the opposite, and the model follows.
  await api.db.query(sql`
    update feedback set payload = case when payload ->> 'value' = 'billing' then '{"value":"shipping"}'::json else '{"value":"billing"}'::json end
    where queue_id = ${review.desk.queueId}`);
  await wait(review);
  await record(api, review, clearWords(1, { value: "shipping" }));
  await refitQueues(api.db);
  const after = await suggested(review);
  const of = (rows: typeof before, id: string) => rows.find(({ itemId }) => itemId === id)?.value;
  expect(of(after, held)).toBe(of(before, held));
  expect([of(before, free), of(after, free)]).toEqual(['"shipping"', '"billing"']);
});

test("a queue of pairs refuses to show suggestions", async () => {
  const { desk } = await aTopicQueue(api);
  const response = await api.send(desk.caller, {
    path: "/annotation_queues",
    body: {
      project_id: desk.projectId,
      name: "Pairs",
      scorer_refs: [],
      kind: "pairwise",
      shows_suggestions: true,
    },
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ detail: [{ loc: ["body", "shows_suggestions"] }] });
});
