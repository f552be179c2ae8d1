import fc from "fast-check";
import { expect, test } from "vitest";
import type { KeyScope } from "#lib/contract/access.ts";
import { getQueueStats, queryQueueItems } from "#lib/contract/annotation/queues.ts";
import { purgeFeedback } from "#lib/contract/traces/feedback.ts";
import {
  aNote,
  aReviewer,
  feedbackRows,
  type Reviewer,
  sendBatch,
  storedIds,
} from "#lib/testing/data/feedback-data.ts";
import { aReview } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, purgeFeedback);

async function purge({ project, caller }: Pick<Reviewer, "project" | "caller">, expression: unknown) {
  const response = await api.send(caller, {
    path: "/feedback/purge",
    body: { project_id: project.path, query: { $expr: expression } },
  });
  return {
    status: response.status,
    purged: response.headers.get("x-purged-count"),
    body: await response.json(),
  };
}

const idIs = (id: string) => ({ $eq: [{ $getField: "id" }, { $literal: id }] });

/** A project with notes of these ids. */
async function withNotes(...ids: string[]): Promise<Reviewer> {
  const place = await aReviewer(api);
  await storedIds(
    api,
    place.caller,
    ids.map((id) => aNote(place.project, { id })),
  );
  return place;
}

async function left(place: Reviewer): Promise<string[]> {
  return (await feedbackRows(api, place)).map(({ id }) => id);
}

test("what the ids name is deleted for good, and deleting it again deletes nothing", async () => {
  const place = await withNotes("one", "two", "three");
  expect(await purge(place, idIs("one"))).toEqual({ status: 200, purged: "1", body: {} });
  expect(await purge(place, { $or: [idIs("two"), idIs("one")] })).toMatchObject({ purged: "1" });
  expect(await purge(place, idIs("one"))).toEqual({ status: 200, purged: "0", body: {} });
  expect(await left(place)).toEqual(["three"]);
});

test("a query over other fields deletes what it matches", async () => {
  const place = await withNotes("one");
  await sendBatch(api, place.caller, [aNote(place.project, { id: "two", feedback_type: "custom" })]);
  const ofType = { $eq: [{ $getField: "feedback_type" }, { $literal: "custom" }] };
  expect(await purge(place, { $and: [ofType, { $not: [idIs("one")] }] })).toMatchObject({ purged: "1" });
  expect(await left(place)).toEqual(["one"]);
});

test("literals alone are a question that deletes nothing", async () => {
  const place = await withNotes("one");
  const body = { $and: [{ $literal: "id" }, { $literal: "one" }] };
  expect(await purge(place, body)).toEqual({ status: 200, purged: "0", body: {} });
  expect(await left(place)).toEqual(["one"]);
});

test("a part that names no field is false even beside one that does", async () => {
  const place = await withNotes("one", "two");
  const always = { $eq: [{ $literal: 1 }, { $literal: 1 }] };
  for (const part of [
    always,
    { $literal: true },
    { $not: [{ $literal: false }] },
    { $not: [{ $and: [always] }] },
  ])
    expect(await purge(place, { $or: [part, idIs("none")] }), JSON.stringify(part)).toMatchObject({
      purged: "0",
    });
  expect(await purge(place, { $or: [always, idIs("one")] })).toMatchObject({ purged: "1" });
  expect(await left(place)).toEqual(["two"]);
});

test("no query without a field deletes anything", async () => {
  const place = await withNotes("one", "two");
  await fc.assert(
    fc.asyncProperty(aFieldFreeQuery, async (expression) => {
      expect(await purge(place, expression)).toEqual({ status: 200, purged: "0", body: {} });
    }),
    { numRuns: 150 },
  );
  expect(await left(place)).toEqual(["one", "two"]);
});

test("a query of the wrong shape is refused and deletes nothing", async () => {
  const place = await withNotes("one");
  const everything = { $not: [idIs("none")] };
  for (const expression of [
    undefined,
    null,
    {},
    { $and: [] },
    { $or: [] },
    { $nor: [everything] },
    [everything],
  ])
    expect((await purge(place, expression)).status, JSON.stringify(expression)).toBe(422);
  expect((await purge(place, { $eq: [{ $getField: "secret" }, { $literal: 1 }] })).status).toBe(400);
  expect(await left(place)).toEqual(["one"]);
});

test("another project's feedback stays, whatever its id", async () => {
  const [place, foreign] = [await withNotes("same"), await withNotes("same", "theirs")];
  await purge(place, { $not: [idIs("none")] });
  expect(await left(place)).toEqual([]);
  expect(await left(foreign)).toEqual(["same", "theirs"]);
});

test("an annotator deletes their own feedback alone, and by id alone", async () => {
  const place = await withNotes("theirs");
  const annotator = { ...place, caller: await api.aCaller(place.project, "annotator") };
  await storedIds(api, annotator.caller, [aNote(place.project, { id: "mine" })]);
  expect((await purge(annotator, { $not: [idIs("none")] })).status).toBe(403);
  expect((await purge(annotator, { $or: [idIs("mine"), { $literal: "x" }] })).status).toBe(403);
  expect(await purge(annotator, { $or: [idIs("theirs"), idIs("mine")] })).toMatchObject({ purged: "1" });
  expect(await left(place)).toEqual(["theirs"]);
});

test("a key purges what its user's role allows; one for annotating alone, its user's own by id; one for reading, nothing", async () => {
  const place = await withNotes("theirs", "old", "older");
  const keyOf = async (role: "annotator" | "engineer", scopes: readonly KeyScope[]) => {
    const caller = await api.aCaller(place.project, role, scopes);
    return { ...place, caller };
  };
  const annotator = await keyOf("annotator", ["annotate"]);
  await storedIds(api, annotator.caller, [aNote(place.project, { id: "mine" })]);
  expect(await purge(annotator, { $or: [idIs("theirs"), idIs("mine")] })).toMatchObject({ purged: "1" });

  const labeller = await keyOf("engineer", ["read", "annotate"]);
  expect((await purge(labeller, { $not: [idIs("theirs")] })).status).toBe(403);
  expect(await purge(labeller, { $or: [idIs("theirs"), idIs("never")] })).toMatchObject({
    status: 403,
    body: { detail: expect.stringMatching(/their own feedback; theirs is somebody else's$/) },
  });
  expect(await purge(labeller, idIs("never"))).toMatchObject({ status: 200, purged: "0" });

  expect((await purge(await keyOf("engineer", ["read"]), idIs("theirs"))).status).toBe(403);
  const engineer = await keyOf("engineer", ["read", "write"]);
  expect(await purge(engineer, { $not: [idIs("theirs")] })).toMatchObject({ status: 200, purged: "2" });
  expect(await left(place)).toEqual(["theirs"]);
});

test("an item that loses an answer it needs is open again, and its annotator gets it back; what was said besides goes without that", async () => {
  const review = await aReview(api, { items: 2, settings: { annotatorsPerItem: 2 } });
  const { desk } = review;
  for (const person of [0, 1]) for (const item of [0, 1]) await review.say(person, item, { correct: true });
  const idsOf = async (person: number, item: number) => {
    const where = { callId: desk.items[item]?.callId ?? "", userId: desk.person(person).userId };
    return (await api.db.prisma.feedback.findMany({ where })).map(({ id }) => id);
  };
  const states = async () => {
    const { items } = await api.call(desk.caller, queryQueueItems, { ...desk.at });
    const { stats } = await api.call(desk.caller, getQueueStats, { ...desk.at, queueIds: [desk.queueId] });
    return [stats[0]?.completedItems, items.map((item) => [item.annotationState, item.answerCount])];
  };
  const more = { project_id: desk.projectId, queue_id: desk.queueId, id: "aside" };
  const aside = aNote(desk.project, {
    ...more,
    weave_ref: `weave:///${desk.projectId}/call/${desk.items[0]?.callId}`,
  });
  await storedIds(api, desk.person(0), [aside]);
  await purge(desk, idIs("aside"));
  expect(await desk.open()).toEqual([]);

  const [gone = ""] = await idsOf(0, 0);
  expect(await purge(desk, idIs(gone))).toMatchObject({ purged: "1" });
  expect(await states()).toEqual([
    2,
    [
      ["unstarted", 1],
      ["completed", 2],
    ],
  ]);
  expect(await desk.open()).toEqual([0]);
  expect(await desk.numbersFor(desk.person(1))).toEqual([]);
  const { reserved } = await desk.reserve(desk.person(0));
  expect(reserved).toMatchObject([{ item: { id: desk.id(0) }, own: { sentBack: /deleted/ } }]);
  await review.say(0, 0, { correct: false }, { revision: reserved[0]?.own.revision ?? 0 });
  expect(await desk.open()).toEqual([]);

  const all = {
    $in: [
      { $getField: "id" },
      [...(await idsOf(0, 1)), ...(await idsOf(1, 1))].map((id) => ({ $literal: id })),
    ],
  };
  await purge(desk, all);
  expect(await states()).toEqual([
    1,
    [
      ["completed", 2],
      ["unstarted", 0],
    ],
  ]);
});

test("the audit log records who purged how much", async () => {
  const place = await withNotes("one", "two");
  await purge(place, { $or: [idIs("one"), idIs("two")] });
  await purge(place, { $literal: true });
  const events = await api.db.prisma.auditEvent.findMany({
    where: { projectId: place.project.id, action: "feedback.purged" },
    orderBy: { at: "asc" },
  });
  expect(events.map(({ actorUserId, details }) => ({ actorUserId, details }))).toEqual([
    { actorUserId: place.caller.userId, details: expect.objectContaining({ count: 2 }) },
    { actorUserId: place.caller.userId, details: expect.objectContaining({ count: 0 }) },
  ]);
});

test("purging while a batch arrives takes the whole batch or none of it", async () => {
  const place = await aReviewer(api);
  const all = { $not: [idIs("none")] };
  for (let round = 0; round < 10; round++) {
    const batch = Array.from({ length: 50 }, (_, i) => aNote(place.project, { id: `${round}-${i}` }));
    await Promise.all([sendBatch(api, place.caller, batch), purge(place, all)]);
    expect([0, 50]).toContain((await left(place)).length);
    await purge(place, all);
  }
});

const aLiteral = fc
  .oneof(fc.boolean(), fc.string(), fc.integer(), fc.constant(null), fc.constant("one"))
  .map((literal) => ({ $literal: literal }));
const { expression: aFieldFreeQuery } = fc.letrec<{ expression: object }>((tie) => {
  const pair = fc.tuple(tie("expression"), tie("expression"));
  const some = fc.array(tie("expression"), { minLength: 1, maxLength: 3 });
  return {
    expression: fc.oneof(
      { depthSize: "small" },
      aLiteral,
      fc.record({ $and: some }),
      fc.record({ $or: some }),
      fc.record({ $not: fc.tuple(tie("expression")) }),
      fc.record({ $eq: pair }),
      fc.record({ $gte: pair }),
      fc.record({ $in: fc.tuple(tie("expression"), some) }),
      fc.record({ $contains: fc.record({ input: tie("expression"), substr: tie("expression") }) }),
      fc.record({
        $convert: fc.record({ input: tie("expression"), to: fc.constantFrom("bool", "exists", "string") }),
      }),
    ),
  };
});
