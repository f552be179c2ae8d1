import { expect, test } from "vitest";
import { changeQueueField } from "#lib/contract/annotation/queue-fields.ts";
import * as lead from "#lib/contract/annotation/queue-lead.ts";
import { getQueueQuality } from "#lib/contract/annotation/queue-quality.ts";
import { getQueue, updateQueue } from "#lib/contract/annotation/queues.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anAnnotationSpec, feedbackRows } from "#lib/testing/data/feedback-data.ts";
import { anItemIn } from "#lib/testing/data/queue-data.ts";
import { aReview, type ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, changeQueueField, async (place) => {
  const { item_id: _, ...at } = await anItemIn(api, place);
  const ref = await anAnnotationSpec(api, place, { name: "tone", schema: { type: "string" } });
  await api.call(place.caller, updateQueue, {
    projectId: at.project_id,
    queueId: at.queue_id,
    scorerRefs: [ref],
  });
  return { ...at, field_ref: ref, name: "Is the tone right?" };
});

const FIELDS = {
  tone: { type: "string", enum: ["kind", "curt", "rude"] },
  right: { type: "boolean" },
};
const SHORTER = { type: "string", enum: ["kind", "curt"] };

type Change = Partial<Parameters<typeof api.call<typeof changeQueueField>>[2]>;

async function changeTone(review: ReviewPlace, change: Change) {
  const queue = await api.call(review.desk.caller, getQueue, review.at);
  const fieldRef = queue.queue.scorerRefs.find((ref) => ref.includes("/tone:")) ?? "";
  return api.call(review.desk.caller, changeQueueField, { ...review.at, fieldRef, ...change });
}

async function summaryOf({ desk }: ReviewPlace) {
  const asked = { projectId: desk.projectId, queueIds: [desk.queueId] };
  return (await api.call(desk.caller, lead.summarizeQueues, asked)).summaries[0];
}

test("a rewording keeps every answer under its version; the queue asks the new one, in raw JSON", async () => {
  const review = await aReview(api, { items: 2, fields: FIELDS, settings: { annotatorsPerItem: 1 } });
  await review.desk.set({ requiredRefs: [review.ref("tone")] });
  await review.say(0, 0, { tone: "rude", right: true });
  const response = await api.send(review.desk.caller, {
    path: `/annotation_queues/${review.desk.queueId}/fields/change`,
    body: { project_id: review.desk.projectId, field_ref: review.ref("tone"), name: "Is it kind?" },
  });
  const reply = await response.json();
  expect([response.status, reply.asked_again]).toEqual([200, 0]);
  expect(reply.field_ref).not.toBe(review.ref("tone"));
  expect(reply.queue).toMatchObject({
    scorer_refs: [reply.field_ref, review.ref("right")],
    required_refs: [reply.field_ref],
  });
  const [answer] = await review.answers(0);
  expect(answer).toMatchObject({
    state: "completed",
    values: { [reply.field_ref]: "rude", [review.ref("right")]: true },
    earlierVersions: { [reply.field_ref]: review.ref("tone") },
  });
  // A form that began before is stored under its version, and the required field counts as answered.
  await review.say(1, 1, { tone: "curt" });
  expect(await summaryOf(review)).toMatchObject({ doneItems: 2, givenAnswers: 2 });
});

test("an option that goes: only who used it is asked again, with that question alone open", async () => {
  const review = await aReview(api, { items: 2, fields: FIELDS, settings: { annotatorsPerItem: 2 } });
  await review.desk.set({ requiredRefs: [...review.refs.values()] });
  await review.say(0, 0, { tone: "rude", right: true });
  await review.say(1, 0, { tone: "kind", right: true });
  await review.say(0, 1, { tone: "kind", right: false });
  await review.say(1, 1, { tone: "curt", right: false });
  await expect(changeTone(review, { fieldSchema: SHORTER })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('1 answer does not fit the new version ("rude")'),
  });
  expect(await summaryOf(review)).toMatchObject({ doneItems: 2, givenAnswers: 4 });
  const { fieldRef, askedAgain } = await changeTone(review, { fieldSchema: SHORTER, askAgain: "touched" });
  expect(askedAgain).toBe(1);
  expect(await summaryOf(review)).toMatchObject({ doneItems: 1, givenAnswers: 3, wantedAnswers: 4 });

  const ada = review.desk.person(0);
  const { reserved } = await review.desk.reserve(ada);
  expect(reserved.map(({ item, own }) => [item.id, own.askedAgain, own.revision])).toEqual([
    [review.desk.id(0), [fieldRef], 2],
  ]);
  expect((await review.desk.reserve(review.desk.person(1))).reserved).toEqual([]);

  const answer = (value: string, ref: string) =>
    review.desk.answer(ada, 0, {
      revision: 2,
      feedback: [review.onCall(0, "wandb.annotation.tone", { value }, { annotationRef: ref })],
    });
  // The old answer does not count any more, and an old form does not bring the option back.
  await expect(review.desk.answer(ada, 0, { revision: 2 })).rejects.toMatchObject({ status: 422 });
  await expect(answer("rude", review.ref("tone"))).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/feedback.0.payload: .*has changed to .* since/),
  });
  const { own } = await answer("curt", fieldRef);
  expect(own).toMatchObject({ askedAgain: [], sentBack: null, revision: 3 });
  expect(await summaryOf(review)).toMatchObject({ doneItems: 2, givenAnswers: 4 });
  const [first] = await review.answers(0);
  expect(await review.answers(0)).toContainEqual(
    expect.objectContaining({
      annotatorUserId: ada.userId,
      values: { [fieldRef]: "curt", [review.ref("right")]: true },
      earlierVersions: {},
    }),
  );
  expect(first?.state).toBe("completed");
});

test("everyone can be asked again, also twice before they answer; nobody can, too", async () => {
  const review = await aReview(api, { items: 1, people: 2, fields: FIELDS });
  await review.say(0, 0, { tone: "rude", right: true });
  await review.say(1, 0, { tone: "kind" });
  expect(await changeTone(review, { fieldSchema: SHORTER, askAgain: "nobody" })).toMatchObject({
    askedAgain: 0,
  });
  expect(await changeTone(review, { name: "Is it kind?", askAgain: "everyone" })).toMatchObject({
    askedAgain: 2,
  });
  const right = {
    ...review.at,
    fieldRef: review.ref("right"),
    name: "Is it right?",
    askAgain: "everyone" as const,
  };
  expect(await api.call(review.desk.caller, changeQueueField, right)).toMatchObject({ askedAgain: 1 });
  const { reserved } = await review.desk.reserve(review.desk.person(0));
  expect(reserved[0]?.own.askedAgain).toHaveLength(2);
  const rows = await feedbackRows(api, { project: review.desk.project, caller: review.desk.caller });
  expect(rows).toHaveLength(3);
});

test("answers of several versions are compared as one field, and exports number the versions", async () => {
  const review = await aReview(api, { items: 2, fields: { tone: FIELDS.tone } });
  await review.say(0, 0, { tone: "kind" });
  await review.say(0, 1, { tone: "curt" });
  await review.decide(0, { tone: "kind" }, { isGold: true });
  const { fieldRef } = await changeTone(review, {
    fieldSchema: { ...FIELDS.tone, enum: [...FIELDS.tone.enum, "cold"] },
  });
  for (const item of [0, 1]) {
    const feedback = [
      review.onCall(item, "wandb.annotation.tone", { value: "kind" }, { annotationRef: fieldRef }),
    ];
    await review.desk.answer(review.desk.person(1), item, { feedback });
  }
  const quality = await api.call(review.desk.caller, getQueueQuality, { ...review.at, includeJudges: false });
  expect(quality.fields).toMatchObject([
    { ref: fieldRef, versions: [1, 0], items: 2, pairs: 2, percent: 0.5 },
  ]);
  expect(quality.people.map(({ gold }) => gold)).toEqual([
    { value: 1, items: 1 },
    { value: 1, items: 1 },
  ]);
  const query = new URLSearchParams({ project_id: review.desk.projectId });
  const path = `/annotation_queues/${review.desk.queueId}/answers?${query}`;
  const text = await (await api.send(review.desk.caller, { method: "GET", path })).text();
  const rows: Record<string, unknown>[] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.map(({ values, value_versions }) => [values, value_versions])).toEqual(
    expect.arrayContaining([
      [{ tone: "curt" }, { tone: 0 }],
      [{ tone: "kind" }, { tone: 1 }],
    ]),
  );
  expect(rows[0]).toMatchObject({ decision_values: { tone: "kind" } });
});

test("a change is recorded; an archived queue asks nobody again, and a field of another queue is none of this one", async () => {
  const review = await aReview(api, { items: 1, fields: FIELDS });
  await review.say(0, 0, { tone: "rude" });
  await review.desk.set({ isArchived: true });
  await expect(changeTone(review, { name: "Kind?", askAgain: "everyone" })).rejects.toMatchObject({
    status: 409,
  });
  await expect(changeTone(review, { fieldRef: "weave:///a/b/object/c:d", name: "x" })).rejects.toMatchObject({
    status: 422,
  });
  await changeTone(review, { name: "Kind?" });
  const audited = await api.db.query(sql`
    select 1 from audit_event where action = 'queue.field_changed' and target = ${review.desk.queueId}`);
  expect(audited).toHaveLength(1);
});

test("a pattern that no text can be held against is refused at its place", async () => {
  const review = await aReview(api, { items: 1, fields: FIELDS, settings: { annotatorsPerItem: 1 } });
  const fieldSchema = { type: "string", pattern: ".".repeat(8_000) };
  await expect(changeTone(review, { fieldSchema })).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/field_schema.*pattern.*too long/),
  });
});
