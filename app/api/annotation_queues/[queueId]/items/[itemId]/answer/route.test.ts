import { expect, test } from "vitest";
import { answerItem, getItemWork } from "#lib/contract/annotation/queue-work.ts";
import * as contract from "#lib/contract/annotation/queues.ts";
import type { FeedbackItem } from "#lib/contract/traces/feedback.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { anAnnotationSpec, feedbackRows } from "#lib/testing/data/feedback-data.ts";
import { aDesk, anItemIn, type DeskPlace } from "#lib/testing/data/queue-data.ts";
import { aReview, aReviewOfPairs } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, answerItem, async (place) => ({
  ...(await anItemIn(api, place)),
  annotation_state: "completed",
  active_ms: 10,
}));

function aNote(desk: DeskPlace, n: number, more: Partial<FeedbackItem> = {}): FeedbackItem {
  return {
    projectId: desk.projectId,
    weaveRef: `weave:///${desk.projectId}/call/${desk.items[n]?.callId}`,
    feedbackType: "wandb.note.1",
    payload: { note: "Good" },
    ...more,
  };
}

test("an answer in raw JSON stores feedback, state and times, and ends the reservation", async () => {
  const desk = await aDesk(api, { items: 2, settings: { annotatorsPerItem: 1 } });
  const ada = desk.person(0);
  await desk.reserve(ada, { count: 1 });
  const note = aNote(desk, 0);
  const response = await api.send(ada, {
    path: `/annotation_queues/${desk.queueId}/items/${desk.id(0)}/answer`,
    body: {
      project_id: desk.projectId,
      annotation_state: "completed",
      feedback: [
        {
          project_id: note.projectId,
          weave_ref: note.weaveRef,
          feedback_type: "wandb.note.1",
          payload: { note: "Kind" },
        },
      ],
      is_flagged: true,
      flag_note: "Look here",
      active_ms: 21_500,
    },
  });
  expect(response.status).toBe(200);
  const reply = await response.json();
  expect(reply).toEqual({
    item: expect.objectContaining({
      id: desk.id(0),
      annotation_state: "completed",
      my_annotation_state: "completed",
      annotator_user_id: ada.userId,
      answer_count: 1,
      wanted_answers: 1,
      flag_count: 1,
    }),
    own: {
      revision: 1,
      skip_reason: null,
      is_flagged: true,
      flag_note: "Look here",
      active_ms: 21_500,
      sent_back: null,
      asked_again: [],
    },
    feedback: [expect.objectContaining({ wb_user_id: ada.userId, payload: { note: "Kind" } })],
  });
  const [row] = await feedbackRows(api, { project: desk.project, caller: desk.caller });
  expect(row).toMatchObject({ id: reply.feedback[0].id, queue_id: desk.queueId, wb_user_id: ada.userId });
  const [progress] = await api.db.prisma.itemProgress.findMany({ where: { itemId: desk.id(0) } });
  expect(progress).toMatchObject({ finishedAt: expect.any(Date), revision: 1 });
  expect(await api.db.prisma.itemReservation.count({ where: { queueId: desk.queueId } })).toBe(0);
  expect(await desk.open()).toEqual([1]);
});

test("a later answer takes the place of the earlier one and adds its time", async () => {
  const desk = await aDesk(api, { settings: { annotatorsPerItem: 1 } });
  const ada = desk.person(0);
  const { feedback } = await desk.answer(ada, 0, { feedback: [aNote(desk, 0)], activeMs: 100 });
  const replaced = feedback.map(({ id }) => id);
  const again = await desk.answer(ada, 0, {
    revision: 1,
    feedback: [aNote(desk, 0, { payload: { note: "Better" } })],
    replaced,
    activeMs: 50,
  });
  expect(again.own).toMatchObject({ revision: 2, activeMs: 150 });
  const rows = await feedbackRows(api, { project: desk.project, caller: desk.caller });
  expect(rows.map(({ payload }) => payload)).toEqual([{ note: "Better" }]);
});

test("nobody replaces the feedback of others", async () => {
  const desk = await aDesk(api, { people: 2, settings: { annotatorsPerItem: 2 } });
  const { feedback } = await desk.answer(desk.person(0), 0, { feedback: [aNote(desk, 0)] });
  await desk.answer(desk.person(1), 0, { replaced: feedback.map(({ id }) => id) });
  expect(await feedbackRows(api, { project: desk.project, caller: desk.caller })).toHaveLength(1);
});

test("a form that goes by an older revision is a 409 `stale`, and changes nothing", async () => {
  const desk = await aDesk(api, { settings: { annotatorsPerItem: 1 } });
  const ada = desk.person(0);
  await desk.answer(ada, 0);
  const stale = desk.answer(ada, 0, { annotationState: "skipped", feedback: [aNote(desk, 0)] });
  await expect(stale).rejects.toMatchObject({
    status: 409,
    code: "stale",
    message: expect.stringMatching(
      /your answer is at revision 1, of \d{4}-\d\d-\d\dT.*Z, but this form is based on revision 0/,
    ),
  });
  expect(await feedbackRows(api, { project: desk.project, caller: desk.caller })).toEqual([]);
  const { own, item } = await api.call(ada, getItemWork, { ...desk.at, itemId: desk.id(0) });
  expect({ revision: own.revision, state: item.myAnnotationState }).toEqual({
    revision: 1,
    state: "completed",
  });
});

test("the state that another client writes makes a form stale, too", async () => {
  const desk = await aDesk(api);
  const ada = desk.person(0);
  await api.call(ada, contract.updateItemProgress, {
    ...desk.at,
    itemId: desk.id(0),
    annotationState: "skipped",
  });
  await expect(desk.answer(ada, 0)).rejects.toMatchObject({ code: "stale" });
  expect((await desk.answer(ada, 0, { revision: 1 })).own.revision).toBe(2);
});

test("an answer whose slot was lost to another is a 409 `slot_taken`, and changes nothing", async () => {
  const desk = await aDesk(api, { people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.reserve(ada);
  await desk.expireReservations();
  await desk.reserve(bo);
  const late = () => desk.answer(ada, 0, { feedback: [aNote(desk, 0)] });
  await expect(late()).rejects.toMatchObject({ status: 409, code: "slot_taken" });
  await desk.answer(bo, 0);
  await expect(late()).rejects.toMatchObject({ status: 409, code: "slot_taken" });
  expect(await feedbackRows(api, { project: desk.project, caller: desk.caller })).toEqual([]);
  const draft = await desk.answer(ada, 0, { annotationState: "in_progress", activeMs: 5 });
  expect(draft.item).toMatchObject({ myAnnotationState: "in_progress", answerCount: 1 });
  expect(await desk.open()).toEqual([]);
});

test("an answer whose reservation expired counts while the slot is free", async () => {
  const desk = await aDesk(api, { people: 2, settings: { annotatorsPerItem: 1 } });
  await desk.reserve(desk.person(0));
  await desk.expireReservations();
  expect((await desk.answer(desk.person(0), 0)).item.answerCount).toBe(1);
});

test("an answer that is finished can be changed, however many others there are", async () => {
  const desk = await aDesk(api, { people: 2, settings: { annotatorsPerItem: 2 } });
  for (const person of desk.people) await desk.answer(person, 0);
  await desk.set({ annotatorsPerItem: 1 });
  expect((await desk.answer(desk.person(1), 0, { revision: 1 })).item.answerCount).toBe(2);
});

test("work in progress keeps the reservation; giving an answer back ends it and frees the slot", async () => {
  const desk = await aDesk(api, { people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.reserve(ada);
  await desk.answer(ada, 0, { annotationState: "in_progress" });
  expect(await desk.numbersFor(bo)).toEqual([]);
  await desk.answer(ada, 0, { revision: 1 });
  expect(await desk.open()).toEqual([]);
  await desk.answer(ada, 0, { revision: 2, annotationState: "unstarted" });
  expect(await desk.open()).toEqual([0]);
  expect(await desk.numbersFor(bo)).toEqual([0]);
});

test("taking an answer back into progress reserves the item again", async () => {
  const desk = await aDesk(api, { people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.answer(ada, 0);
  await desk.answer(ada, 0, { revision: 1, annotationState: "in_progress" });
  expect(await desk.numbersFor(bo)).toEqual([]);
  expect(await desk.numbersFor(ada)).toEqual([0]);
});

test("giving back what was never begun leaves what another annotator wrote", async () => {
  const desk = await aDesk(api, { people: 2 });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  const { item } = await desk.answer(ada, 0);
  const back = await desk.answer(bo, 0, { annotationState: "unstarted" });
  expect(back.item).toMatchObject({
    annotationState: "completed",
    annotatorUserId: ada.userId,
    updatedAt: item.updatedAt,
  });
});

test("a fault in one of the answers is a 422 at its place, and nothing is stored", async () => {
  const desk = await aDesk(api);
  const ada = desk.person(0);
  const lead = { project: desk.project, caller: desk.caller };
  const tone = await anAnnotationSpec(api, lead, { name: "tone", schema: { type: "integer", maximum: 5 } });
  const value = (annotationRef: string, given: unknown) =>
    aNote(desk, 0, { feedbackType: "wandb.annotation.tone", annotationRef, payload: { value: given } });
  const problemsOf = async (feedback: FeedbackItem[]) => {
    const error = await desk.answer(ada, 0, { feedback }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 422 });
    return Reflect.get(Object(error), "problems").map(({ loc }: { loc: unknown }) => loc);
  };
  expect(await problemsOf([aNote(desk, 0), value(tone, 9)])).toEqual([["body", "feedback", 1]]);
  expect(await problemsOf([aNote(desk, 0, { payload: { note: "" } })])).toEqual([["body", "feedback", 0]]);
  const elsewhere = aNote(desk, 0, { weaveRef: `weave:///${desk.projectId}/call/${newId()}` });
  expect(await problemsOf([elsewhere])).toEqual([["body", "feedback", 0, "weave_ref"]]);
  expect(await problemsOf([aNote(desk, 0, { projectId: "other/project" })])).toEqual([
    ["body", "feedback", 0, "project_id"],
  ]);
  expect(await problemsOf([aNote(desk, 0, { queueId: newId() })])).toEqual([
    ["body", "feedback", 0, "queue_id"],
  ]);
  expect(await feedbackRows(api, lead)).toEqual([]);
  expect(await api.db.prisma.itemProgress.count({ where: { itemId: desk.id(0) } })).toBe(0);
});

test("a completed answer fills the required fields, now or before; a skipped one need not", async () => {
  const desk = await aDesk(api, { settings: { annotatorsPerItem: 1 } });
  const ada = desk.person(0);
  const lead = { project: desk.project, caller: desk.caller };
  const refs = await Promise.all(
    ["tone", "truth"].map((name) => anAnnotationSpec(api, lead, { name, schema: { type: "integer" } })),
  );
  const value = (name: string, annotationRef = "") =>
    aNote(desk, 0, { feedbackType: `wandb.annotation.${name}`, annotationRef, payload: { value: 1 } });
  await desk.set({ scorerRefs: refs, requiredRefs: refs });
  const halfway = { feedback: [value("tone", refs[0])] };
  await expect(desk.answer(ada, 0, halfway)).rejects.toMatchObject({
    status: 422,
    problems: [
      {
        type: "value_error",
        loc: ["body", "feedback"],
        msg: `Value error, the field ${refs[1]} is required; answer it`,
      },
    ],
  });
  const { feedback } = await desk.answer(ada, 0, { ...halfway, annotationState: "in_progress" });
  await desk.answer(ada, 0, { revision: 1, feedback: [value("truth", refs[1])] });
  const replaced = feedback.map(({ id }) => id);
  await expect(desk.answer(ada, 0, { revision: 2, replaced })).rejects.toMatchObject({ status: 422 });
  await desk.answer(ada, 0, { revision: 2, replaced, annotationState: "skipped" });
});

test("a required field that nobody can show is not missed, and what depended on it is asked always", async () => {
  const desk = await aDesk(api);
  const lead = { project: desk.project, caller: desk.caller };
  const tone = await anAnnotationSpec(api, lead, { name: "tone", schema: { type: "integer" } });
  const never = `weave:///${desk.projectId}/object/never:v0`;
  await desk.set({
    scorerRefs: [never, tone],
    requiredRefs: [never, tone],
    fieldRules: [{ fieldRef: tone, whenRef: never, whenValues: [true] }],
  });
  await expect(desk.answer(desk.person(0), 0)).rejects.toMatchObject({
    status: 422,
    problems: [{ msg: `Value error, the field ${tone} is required; answer it` }],
  });
  const said = { feedbackType: "wandb.annotation.tone", annotationRef: tone, payload: { value: 1 } };
  const { item } = await desk.answer(desk.person(0), 0, { feedback: [aNote(desk, 0, said)] });
  expect(item.annotationState).toBe("completed");
});

test("a completed pair has the annotator's own verdict, now or before; a skipped one need not", async () => {
  const { desk } = await aReviewOfPairs(api, { items: 2, settings: { annotatorsPerItem: 2 } });
  const [ada, ben] = [desk.person(0), desk.person(1)];
  const second_ref = `weave:///${desk.projectId}/call/${desk.items[0]?.pairCallId}`;
  const feedbackType = "spindle.preference.1";
  const verdict = aNote(desk, 0, { feedbackType, payload: { verdict: "tie", second_ref, strength: null } });
  const refusal = {
    status: 422,
    problems: [{ loc: ["body", "feedback"], msg: expect.stringContaining(feedbackType) }],
  };
  await expect(desk.answer(ada, 0, { feedback: [aNote(desk, 0)] })).rejects.toMatchObject(refusal);
  await desk.answer(ada, 0, { feedback: [verdict], annotationState: "in_progress" });
  await desk.answer(ada, 0, { revision: 1 });
  await expect(desk.answer(ben, 0)).rejects.toMatchObject(refusal);
  await desk.answer(ben, 0, { annotationState: "skipped" });
});

test("a queue that asks why something is skipped refuses a skip without a reason", async () => {
  const desk = await aDesk(api, { settings: { requiresSkipReason: true, skipReasons: ["Unclear"] } });
  const ada = desk.person(0);
  for (const skipReason of [undefined, "", "  "])
    await expect(desk.answer(ada, 0, { annotationState: "skipped", skipReason })).rejects.toMatchObject({
      status: 422,
      problems: [{ loc: ["body", "skip_reason"] }],
    });
  const { own } = await desk.answer(ada, 0, { annotationState: "skipped", skipReason: "Unclear" });
  expect(own.skipReason).toBe("Unclear");
  expect((await desk.answer(ada, 0, { revision: 1 })).own.skipReason).toBe(null);
});

test("the same answer under one Idempotency-Key is stored once, also after another has followed", async () => {
  const desk = await aDesk(api, { settings: { annotatorsPerItem: 1 } });
  const ada = desk.person(0);
  const { projectId, weaveRef } = aNote(desk, 0);
  const send = () =>
    api.send(ada, {
      path: `/annotation_queues/${desk.queueId}/items/${desk.id(0)}/answer`,
      headers: { "idempotency-key": "act-1" },
      body: {
        project_id: projectId,
        annotation_state: "completed",
        feedback: [
          {
            project_id: projectId,
            weave_ref: weaveRef,
            feedback_type: "wandb.note.1",
            payload: { note: "Once" },
          },
        ],
      },
    });
  const first = await (await send()).text();
  await desk.answer(ada, 0, { revision: 1, annotationState: "in_progress" });
  expect(await (await send()).text()).toBe(first);
  expect(await feedbackRows(api, { project: desk.project, caller: desk.caller })).toHaveLength(1);
});

test("active time never overflows", async () => {
  const desk = await aDesk(api);
  await desk.answer(desk.person(0), 0, { activeMs: 86_400_000 });
  await api.db.query(sql`update item_progress set active_ms = 2147483000 where item_id = ${desk.id(0)}`);
  expect((await desk.answer(desk.person(0), 0, { revision: 1, activeMs: 86_400_000 })).own.activeMs).toBe(
    2 ** 31 - 1,
  );
});

test("an answer has one value per field, whatever version it names; the second one is reported", async () => {
  const review = await aReview(api, { items: 1, people: 1 });
  const ref = review.ref("correct");
  const say = (value: boolean, annotationRef = ref) =>
    review.onCall(0, "wandb.annotation.correct", { value }, { annotationRef });
  const answer = (...feedback: FeedbackItem[]) => review.desk.answer(review.desk.person(0), 0, { feedback });
  const note = aNote(review.desk, 0);
  await expect(answer(note, say(true), note, say(false))).rejects.toMatchObject({
    status: 422,
    problems: [
      {
        loc: ["body", "feedback", 3, "annotation_ref"],
        msg: expect.stringContaining("feedback 1 already answers the field"),
      },
    ],
  });
  expect((await answer(note, say(true), note)).feedback.length).toBe(3);
});
