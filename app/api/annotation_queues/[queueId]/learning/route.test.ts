import { expect, test } from "vitest";
import { refitQueues } from "#lib/annotation/learning/refit-queues.ts";
import * as contract from "#lib/contract/annotation/queue-learning.ts";
import { queryQueueItems, updateItemProgress } from "#lib/contract/annotation/queues.ts";
import { columns, json, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aQueueIn, DeskPlace } from "#lib/testing/data/queue-data.ts";
import { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { answerAll, aTopicQueue, clearWords, record } from "#lib/testing/learning/learning-data.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getQueueLearning, async (place) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_id: queueId };
});

function learning({ desk }: ReviewPlace) {
  return api.call(desk.caller, contract.getQueueLearning, desk.at);
}

test("a queue that asked for nothing has learned nothing", async () => {
  const review = await aTopicQueue(api);
  await record(api, review, clearWords(24));
  await refitQueues(api.db);
  expect(await learning(review)).toEqual({ asked: { items: 24, random: 0 }, fields: [] });
});

/** A queue whose model suggests, and what its annotator says to thirty items with the suggestion in sight and to thirty without: so many times the opposite. */
async function answeredInSight(opposite: { shown: number; hidden: number }): Promise<ReviewPlace> {
  const review = await aTopicQueue(api, { showsSuggestions: true });
  await record(api, review, [...clearWords(30), ...clearWords(36, { isRandom: true })]);
  await record(api, review, [
    ...clearWords(50, { isAnswered: false }),
    ...clearWords(50, { isAnswered: false, isHidden: true }),
  ]);
  await refitQueues(api.db);
  const made = await api.db.query(sql`
    select ${columns({ ...of("item_suggestion s", "itemId", "isHidden"), value: json<string>(sql`s.value`) })}
    from item_suggestion s where s.queue_id = ${review.desk.queueId} order by s.item_id`);
  const said = (isHidden: boolean, count: number) =>
    made
      .filter((one) => one.isHidden === isHidden)
      .slice(0, 30)
      .map(({ itemId, value }, n) => ({
        itemId,
        value: n < count ? OPPOSITE[value] : value,
        suggestedRefs: isHidden ? [] : [review.ref("topic")],
      }));
  await answerAll(api, review, [...said(false, opposite.shown), ...said(true, opposite.hidden)]);
  return review;
}

const OPPOSITE: { [topic: string]: string } = { billing: "shipping", shipping: "billing" };

test("people who agree far more with suggestions that they see are a warning, in raw JSON", async () => {
  const review = await answeredInSight({ shown: 0, hidden: 9 });
  const { caller, projectId, queueId } = review.desk;
  const path = `/annotation_queues/${queueId}/learning`;
  const response = await api.send(caller, { path, body: { project_id: projectId } });
  const { asked, fields } = await response.json();
  expect(asked).toEqual({ items: 100, random: expect.any(Number) });
  expect(fields).toEqual([
    {
      ref: review.ref("topic"),
      name: "topic",
      answers: 66,
      measured: { items: 36, single: expect.any(Number), right: expect.any(Number) },
      is_trusted: true,
      // By Wilson's formula: 30 of 30, and 21 of 30.
      shown: { answers: 30, agreed: 30, low: expect.closeTo(0.8865, 3), high: 1 },
      hidden: { answers: 30, agreed: 21, low: expect.closeTo(0.5212, 3), high: expect.closeTo(0.8334, 3) },
      // By Newcombe's formula, from Wilson's intervals of 30 of 30 and 21 of 30.
      difference: {
        value: expect.closeTo(0.3, 10),
        low: expect.closeTo(0.1249, 3),
        high: expect.closeTo(0.4788, 3),
      },
      is_anchoring: true,
    },
  ]);
});

test("a difference that may be chance is no warning", async () => {
  const review = await answeredInSight({ shown: 2, hidden: 4 });
  const { fields } = await learning(review);
  expect(fields[0]).toMatchObject({ isAnchoring: false, shown: { agreed: 28 }, hidden: { agreed: 26 } });
  expect(fields[0]?.difference.value).toBeCloseTo(2 / 30, 10);
  expect(fields[0]?.difference.low).toBeLessThan(0);
});

test("only answers count whose form says what it showed: a program's are neither shown nor hidden", async () => {
  const review = await aTopicQueue(api, { showsSuggestions: true });
  await record(api, review, [...clearWords(30), ...clearWords(36, { isRandom: true })]);
  const inSight = await record(api, review, clearWords(4, { isAnswered: false }));
  const hidden = await record(api, review, clearWords(3, { isAnswered: false, isHidden: true }));
  await refitQueues(api.db);
  const { items } = await api.call(review.desk.caller, queryQueueItems, { ...review.desk.at, limit: 1_000 });
  const asked = new ReviewPlace(new DeskPlace(api, { ...review.desk, items }), review.refs);
  const ref = review.ref("topic");
  const say = (itemId: string | undefined, suggestedRefs?: string[]) => {
    const at = items.findIndex(({ id }) => id === itemId);
    return asked.say(0, at, { topic: "billing" }, suggestedRefs ? { suggestedRefs } : {});
  };
  await say(inSight[0], [ref]);
  await say(inSight[1], [ref]);
  // Without a form, and in a form that showed none, as it had the item from a list.
  await say(inSight[2]);
  await say(inSight[3], []);
  await say(hidden[0], []);
  await say(hidden[1]);
  // Nobody can have seen what was hidden.
  await say(hidden[2], [ref]);
  const before = await learning(review);
  expect(before.fields[0]).toMatchObject({
    shown: { answers: 2, agreed: 1 },
    hidden: { answers: 1, agreed: 1 },
  });

  // What a program says later in place of an answer is the program's.
  const at = { ...review.desk.at, itemId: inSight[0] ?? "" };
  await api.call(review.desk.person(0), updateItemProgress, { ...at, annotationState: "in_progress" });
  await api.call(review.desk.person(0), updateItemProgress, { ...at, annotationState: "completed" });
  expect((await learning(review)).fields[0]).toMatchObject({ shown: { answers: 1, agreed: 0 } });
});
