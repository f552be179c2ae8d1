import { expect, test } from "vitest";
import { addQueueItems, createQueue } from "#lib/contract/annotation/queues.ts";
import { queryFeedback } from "#lib/contract/traces/feedback.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aNote, storedIds } from "#lib/testing/data/feedback-data.ts";
import { aDesk, type DeskPlace, someCalls } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

/** What each of two annotators says of a call, in the queue or outside of it. */
async function aDiscussion(settings: { isBlind: boolean }) {
  const desk = await aDesk(api, { people: 2, settings });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  const say = async (person: Caller, id: string, more: Record<string, unknown> = {}) =>
    storedIds(api, person, [aNote(desk.project, { id, weave_ref: refOf(desk), ...more })]);
  return { desk, ada, bo, say };
}

function refOf(desk: DeskPlace, callId = desk.items[0]?.callId): string {
  return `weave:///${desk.projectId}/call/${callId}`;
}

async function seenBy(person: Caller, { projectId }: { projectId: string }): Promise<string[]> {
  const { result } = await api.call(person, queryFeedback, { projectId, fields: ["id"] });
  return result.map((row) => String(Object(row).id)).sort();
}

test("in a blind queue annotators see their own alone", async () => {
  const { desk, ada, bo, say } = await aDiscussion({ isBlind: true });
  await say(ada, "adas", { queue_id: desk.queueId });
  await say(bo, "bos");
  expect(await seenBy(ada, desk)).toEqual(["adas"]);
  expect(await seenBy(desk.caller, desk)).toEqual(["adas", "bos"]);
});

test("in an open queue annotators see what others said of its calls, and cannot take it away", async () => {
  const { desk, ada, bo, say } = await aDiscussion({ isBlind: false });
  await say(ada, "adas", { queue_id: desk.queueId });
  await say(bo, "bos");
  await say(bo, "elsewhere", { weave_ref: refOf(desk, "another-call") });
  expect(await seenBy(ada, desk)).toEqual(["adas", "bos"]);
  const purge = await api.send(ada, {
    path: "/feedback/purge",
    body: {
      project_id: desk.projectId,
      query: { $expr: { $eq: [{ $getField: "id" }, { $literal: "bos" }] } },
    },
  });
  expect(purge.status).toBe(403);
  const replace = await api.send(ada, {
    path: "/feedback/replace",
    body: { ...aNote(desk.project), feedback_id: "bos" },
  });
  expect(replace.status).toBe(404);
});

test("an open queue does not open what was said in a blind one about the same call", async () => {
  const { desk, ada, bo, say } = await aDiscussion({ isBlind: false });
  const { id: blind } = await api.call(desk.caller, createQueue, {
    projectId: desk.projectId,
    name: "Blind",
    scorerRefs: [],
  });
  const callIds = [desk.items[0]?.callId ?? ""];
  await api.call(desk.caller, addQueueItems, {
    projectId: desk.projectId,
    queueId: blind,
    callIds,
    displayFields: [],
  });
  await say(bo, "openly", { queue_id: desk.queueId });
  await say(bo, "blindly", { queue_id: blind });
  expect(await seenBy(ada, desk)).toEqual(["openly"]);
});

test("an open queue opens nothing to annotators whom it does not name", async () => {
  const { desk, ada, bo, say } = await aDiscussion({ isBlind: false });
  await desk.set({ annotatorIds: [bo.userId] });
  await say(bo, "bos", { queue_id: desk.queueId });
  expect(await seenBy(ada, desk)).toEqual([]);
});

test("both calls of a pair belong to the queue", async () => {
  const { desk, ada, bo, say } = await aDiscussion({ isBlind: false });
  const [second = ""] = await someCalls(api, desk.project, 1);
  await api.db.query(sql`update queue_item set pair_call_id = ${second} where id = ${desk.id(0)}`);
  await say(bo, "second", { weave_ref: refOf(desk, second) });
  expect(await seenBy(ada, desk)).toEqual(["second"]);
});
