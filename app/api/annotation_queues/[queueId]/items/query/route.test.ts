import { beforeAll, expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { withUntoldTimes } from "#lib/contract/traces/untold-times.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { recordCalls } from "#lib/testing/data/call-data.ts";
import { aDesk, aQueue, aQueueIn, aQueueWithItems } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryQueueItems, async (place) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { ...contract.queryQueueItems.example, project_id: projectId, queue_id: queueId };
});

type Query = Partial<Omit<InputOf<typeof contract.queryQueueItems>, "projectId" | "queueId">>;
let queue: Awaited<ReturnType<typeof aQueueWithItems>>;

/** Six items; the second is completed, the fourth skipped, the last two calls have an op of their own. */
beforeAll(async () => {
  queue = await aQueueWithItems(api, 6);
  const { project, caller, projectId, queueId, items } = queue;
  const move = (i: number, annotationState: contract.AnnotationState) =>
    api.call(caller, contract.updateItemProgress, {
      projectId,
      queueId,
      itemId: items[i]?.id ?? "",
      annotationState,
    });
  await move(1, "completed");
  await move(3, "skipped");
  await api.db.query(
    sql`update queue_item set call_op_name = 'late' where project_id = ${project.id} and position >= (
      select max(position) - 1 from queue_item where project_id = ${project.id})`,
  );
});

function ask(caller: Caller, query: Query) {
  const { projectId, queueId } = queue;
  return api.call(caller, contract.queryQueueItems, { projectId, queueId, ...query });
}

/** Numbers of the items, from 0 in the order of adding. */
async function numbersOf(query: Query): Promise<number[]> {
  const { items } = await ask(queue.caller, query);
  return items.map((item) => queue.items.findIndex(({ id }) => id === item.id));
}

test("an item shows every field", async () => {
  const { caller, projectId, queueId, items } = queue;
  const path = `/annotation_queues/${queueId}/items/query`;
  const body = { project_id: projectId, limit: 1 };
  const response = await api.send(caller, { path, body });
  const callId = items[0]?.callId;
  expect(await response.json()).toEqual({
    items: [
      {
        id: items[0]?.id,
        project_id: projectId,
        queue_id: queueId,
        call_id: callId,
        call_started_at: "2026-01-01T00:00:01.000001Z",
        is_call_undated: false,
        call_ended_at: "2026-01-01T00:00:01.500Z",
        call_op_name: "op",
        call_trace_id: `trace-${callId}`,
        display_fields: ["output"],
        added_by: caller.userId,
        annotation_state: "unstarted",
        annotator_user_id: null,
        my_annotation_state: "unstarted",
        priority: 0,
        assigned_to: null,
        pair_call_id: null,
        answer_count: 0,
        wanted_answers: null,
        flag_count: 0,
        is_decided: false,
        awaited: null,
        asked_by: null,
        created_at: expect.any(String),
        created_by: caller.userId,
        updated_at: expect.any(String),
        deleted_at: null,
        position_in_queue: null,
        rule_id: null,
        rule_name: null,
      },
    ],
  });
});

test("an item says where the date of its call stands in no source", async () => {
  const { caller, project } = queue;
  const undated = { attributes: withUntoldTimes({}, ["date"]) };
  const callIds = await recordCalls(api, { project, caller }, [undated, {}]);
  const place = await aQueueIn(api, { project, caller });
  await api.call(caller, contract.addQueueItems, { ...place, callIds, displayFields: [] });
  const { items } = await api.call(caller, contract.queryQueueItems, place);
  expect(items.map(({ isCallUndated }) => isCallUndated)).toEqual([true, false]);
});

test.each<[string, Query, number[]]>([
  ["nothing", {}, [0, 1, 2, 3, 4, 5]],
  ["one state", { filter: { annotationStates: ["completed"] } }, [1]],
  ["several states", { filter: { annotationStates: ["completed", "skipped"] } }, [1, 3]],
  ["no state in particular", { filter: { annotationStates: [] } }, [0, 1, 2, 3, 4, 5]],
  ["the caller's own states", { filter: { myAnnotationStates: ["unstarted"] } }, [0, 2, 4, 5]],
  ["an op", { filter: { callOpName: "late" } }, [4, 5]],
  [
    "an op and a state it does not have",
    { filter: { callOpName: "late", annotationStates: ["completed"] } },
    [],
  ],
  ["another's adding", { filter: { addedBy: "nobody" } }, []],
  ["an order", { sortBy: [{ field: "call_started_at", direction: "desc" }] }, [5, 4, 3, 2, 1, 0]],
  [
    "two orders",
    {
      sortBy: [
        { field: "call_op_name", direction: "asc" },
        { field: "call_started_at", direction: "desc" },
      ],
    },
    [5, 4, 3, 2, 1, 0],
  ],
  ["a page", { limit: 2, offset: 3 }, [3, 4]],
  ["a page beyond the end", { limit: 2, offset: 10 }, []],
  ["no rows at all", { limit: 0 }, []],
])("asking for %s", async (_, query, expected) => {
  expect(await numbersOf(query)).toEqual(expected);
});

test("items are found by id, call and trace", async () => {
  const { id, callId, callTraceId, addedBy } = queue.items[2] ?? {};
  expect(await numbersOf({ filter: { id } })).toEqual([2]);
  expect(await numbersOf({ filter: { callId } })).toEqual([2]);
  expect(await numbersOf({ filter: { callTraceId, addedBy: addedBy ?? "" } })).toEqual([2]);
});

test.each<[string, Query, (number | null)[]]>([
  ["1 to n", { includePosition: true }, [1, 2, 3, 4, 5, 6]],
  ["nothing unless asked for", { includePosition: false }, [null, null, null, null, null, null]],
  [
    "the same under a state filter",
    { includePosition: true, filter: { annotationStates: ["completed", "skipped"] } },
    [2, 4],
  ],
  ["the same on a page", { includePosition: true, limit: 2, offset: 3 }, [4, 5]],
  ["counted within a metadata filter", { includePosition: true, filter: { callOpName: "late" } }, [1, 2]],
])("positions are %s", async (_, query, expected) => {
  const { items } = await ask(queue.caller, query);
  expect(items.map((item) => item.positionInQueue)).toEqual(expected);
});

test.each<[string, Query, number]>([
  ["all items", {}, 6],
  [
    "what a filter keeps, be it of items or of the work on them",
    { filter: { callOpName: "late", annotationStates: ["unstarted"] } },
    2,
  ],
  ["no less on a page", { filter: { annotationStates: ["completed", "skipped"] }, limit: 1, offset: 1 }, 2],
  ["alone, too", { limit: 0 }, 6],
])("the total counts %s", async (_, query, expected) => {
  const { items, totalCount } = await ask(queue.caller, { ...query, includeTotalCount: true });
  expect(totalCount).toBe(expected);
  expect(items).toEqual((await ask(queue.caller, query)).items);
});

test("the total is not there unless asked for, so that the answer is the one that clients know", async () => {
  const path = `/annotation_queues/${queue.queueId}/items/query`;
  const keys = async (body: object) => {
    const response = await api.send(queue.caller, { path, body: { project_id: queue.projectId, ...body } });
    return Object.keys(await response.json());
  };
  expect(await keys({})).toEqual(["items"]);
  expect(await keys({ include_total_count: true })).toEqual(["items", "total_count"]);
});

test("positions follow the order asked for", async () => {
  const { items } = await ask(queue.caller, {
    includePosition: true,
    sortBy: [{ field: "call_started_at", direction: "desc" }],
  });
  expect(items.map((item) => [item.callId, item.positionInQueue])).toEqual(
    queue.items.map((item, i) => [item.callId, 6 - i]).reverse(),
  );
});

test("another annotator sees the shown state, and an own one that is still unstarted", async () => {
  const other = await api.aCaller(queue.project, "annotator");
  const { items } = await ask(other, { limit: 1, offset: 1 });
  expect(items[0]).toMatchObject({
    annotationState: "completed",
    annotatorUserId: queue.caller.userId,
    myAnnotationState: "unstarted",
  });
});

test("an item of a call that ended only after it was added shows that end", async () => {
  const { project, caller, projectId, queueId } = await aQueue(api);
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, op_name, started_at) values (${project.id}, 'slow', 't', 'op', '2026-01-01Z')`);
  const at = { projectId, queueId };
  await api.call(caller, contract.addQueueItems, { ...at, callIds: ["slow"], displayFields: [] });
  const ends = async () =>
    (await api.call(caller, contract.queryQueueItems, { ...at })).items.map((item) => item.callEndedAt);
  expect(await ends()).toEqual([null]);
  await api.db.query(
    sql`update call set ended_at = '2026-01-01T00:00:07.000009Z' where project_id = ${project.id} and id = 'slow'`,
  );
  expect(await ends()).toEqual(["2026-01-01T00:00:07.000009Z"]);
});

test("a queue without items answers an empty list", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const reply = await api.call(caller, contract.queryQueueItems, {
    projectId,
    queueId,
    includePosition: true,
  });
  expect(reply).toEqual({ items: [] });
});

test("items are found by the work on them, by whom they are for, and by their priority", async () => {
  const desk = await aDesk(api, { items: 6, people: 2, settings: { annotatorsPerItem: 1 } });
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await desk.answer(ada, 0, { isFlagged: true });
  await desk.answer(bo, 1, { annotationState: "skipped" });
  await desk.reserve(bo, { itemId: desk.id(2) });
  await api.db.query(sql`
    update queue_item set assigned_to = ${ada.userId}, priority = 5 where id = ${desk.id(3)}`);
  await api.db.query(sql`
    insert into adjudication (project_id, item_id, queue_id, values, method, decided_by)
    values (${desk.project.id}, ${desk.id(4)}, ${desk.queueId}, '{}', 'written', 'a lead')`);
  const found = async (filter: contract.ItemFilter) => {
    const { items } = await api.call(desk.caller, contract.queryQueueItems, { ...desk.at, filter });
    return items.map((item) => desk.items.findIndex(({ id }) => id === item.id));
  };
  expect(await found({ isFlagged: true })).toEqual([0]);
  expect(await found({ isFlagged: false, isOpen: false })).toEqual([]);
  expect(await found({ isOpen: true })).toEqual([1, 2, 3, 4, 5]);
  expect(await found({ isReserved: true })).toEqual([2]);
  expect(await found({ isReserved: false, minPriority: 0, isDecided: false })).toEqual([0, 1, 3, 5]);
  expect(await found({ isDecided: true })).toEqual([4]);
  expect(await found({ annotatorUserId: ada.userId })).toEqual([0]);
  expect(await found({ annotatorUserId: bo.userId })).toEqual([1]);
  expect(await found({ assignedTo: ada.userId })).toEqual([3]);
  expect(await found({ minPriority: 5 })).toEqual([3]);
  await desk.expireReservations();
  expect(await found({ isReserved: true })).toEqual([]);
});

test("items are sorted by priority, and those of one priority by their adding", async () => {
  const desk = await aDesk(api, { items: 4 });
  await api.db.query(sql`update queue_item set priority = 2 where id in (${desk.id(1)}, ${desk.id(3)})`);
  const { items } = await api.call(desk.caller, contract.queryQueueItems, {
    ...desk.at,
    sortBy: [{ field: "priority", direction: "desc" }],
    includePosition: true,
    filter: { isOpen: true },
  });
  const ids = items.map(({ id }) => id);
  expect(ids).toEqual([1, 3, 0, 2].map((n) => desk.id(n)));
});

test("an item counts its answers and flags, and says how many answers it wants", async () => {
  const desk = await aDesk(api, { people: 3, settings: { annotatorsPerItem: 3 } });
  await desk.answer(desk.person(0), 0, { isFlagged: true });
  await desk.answer(desk.person(1), 0, { isFlagged: true });
  await desk.answer(desk.person(2), 0, { annotationState: "skipped" });
  const { items } = await api.call(desk.caller, contract.queryQueueItems, desk.at);
  expect(items[0]).toMatchObject({ answerCount: 2, wantedAnswers: 3, flagCount: 2, isDecided: false });
});
