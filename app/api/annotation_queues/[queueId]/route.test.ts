import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { aDesk, aQueue, aQueueIn, someCalls } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function queueOf(place: Place): Promise<Record<string, unknown>> {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_id: queueId };
}

routeGuarantees(api, contract.getQueue, queueOf);
routeGuarantees(api, contract.updateQueue, async (place) => ({ ...(await queueOf(place)), name: "Another" }));
routeGuarantees(api, contract.deleteQueue, queueOf);

test("reading a queue shows every field of it", async () => {
  const { caller, project, queueId } = await aQueue(api);
  const path = `/annotation_queues/${queueId}?project_id=${encodeURIComponent(project.path)}`;
  const response = await api.send(caller, { method: "GET", path });
  expect(await response.json()).toEqual({
    queue: {
      id: queueId,
      project_id: project.path,
      name: "Queue",
      description: "",
      scorer_refs: [],
      kind: "single",
      annotators_per_item: null,
      overlap_share: null,
      annotator_ids: [],
      is_blind: true,
      item_order: "oldest",
      shows_suggestions: false,
      skip_policy: "others",
      skip_reasons: [],
      requires_skip_reason: false,
      reservation_minutes: 10,
      required_refs: [],
      field_rules: [],
      is_archived: false,
      is_strict: false,
      min_agreement: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      created_by: caller.userId,
      updated_at: expect.any(String),
      deleted_at: null,
    },
  });
});

test("an update changes what it names, leaves what is null, and moves the time of change", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const { queue: before } = await api.call(caller, contract.getQueue, { projectId, queueId });
  const response = await api.send(caller, {
    method: "PUT",
    path: `/annotation_queues/${queueId}`,
    body: {
      project_id: projectId,
      name: "Renamed",
      description: null,
      scorer_refs: [`trace:///${projectId}/object/c:d`],
    },
  });
  expect(response.status).toBe(200);
  const { queue } = await api.call(caller, contract.getQueue, { projectId, queueId });
  expect(queue).toEqual({
    ...before,
    name: "Renamed",
    scorerRefs: [`weave:///${projectId}/object/c:d`],
    updatedAt: queue.updatedAt,
  });
  expect(queue.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
});

test("a change that goes by an earlier state of the queue is a conflict that says what differs", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const at = { projectId, queueId };
  const { queue: read } = await api.call(caller, contract.getQueue, at);
  const basedOn = read.updatedAt.toISOString();
  const change = { ...at, basedOn, name: "First", description: read.description };
  const { queue: first } = await api.call(caller, contract.updateQueue, change);
  await expect(api.call(caller, contract.updateQueue, { ...change, name: "Second" })).rejects.toMatchObject({
    status: 409,
    code: "stale",
    message: expect.stringContaining("differs from what was sent in name. Read the queue"),
  });
  expect((await api.call(caller, contract.getQueue, at)).queue.name).toBe("First");
  const again = { ...change, basedOn: first.updatedAt.toISOString(), name: "Second" };
  expect((await api.call(caller, contract.updateQueue, again)).queue.name).toBe("Second");
});

test("an empty description and an empty list overwrite", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const at = { projectId, queueId };
  await api.call(caller, contract.updateQueue, {
    ...at,
    description: "x",
    scorerRefs: [`weave:///${projectId}/object/c:d`],
  });
  const { queue } = await api.call(caller, contract.updateQueue, { ...at, description: "", scorerRefs: [] });
  expect(queue).toMatchObject({ description: "", scorerRefs: [] });
});

test("an update of nothing leaves everything, the time of change too", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const { queue: before } = await api.call(caller, contract.getQueue, { projectId, queueId });
  const { queue } = await api.call(caller, contract.updateQueue, { projectId, queueId });
  expect(queue).toEqual(before);
});

test("a deleted queue says when, and is gone from every route", async () => {
  const { caller, project, projectId, queueId } = await aQueue(api);
  const [callId = ""] = await someCalls(api, project, 1);
  const at = { projectId, queueId };
  await api.call(caller, contract.addQueueItems, {
    ...at,
    callIds: [callId, "never seen"],
    displayFields: [],
  });
  const { queue } = await api.call(caller, contract.deleteQueue, at);
  expect(queue.deletedAt).toBeInstanceOf(Date);
  const gone = {
    status: 404,
    message: `Queue ${queueId} not found; it does not exist in this project or was deleted`,
  };
  await expect(api.call(caller, contract.getQueue, at)).rejects.toMatchObject(gone);
  await expect(api.call(caller, contract.updateQueue, { ...at, name: "x" })).rejects.toMatchObject(gone);
  await expect(api.call(caller, contract.deleteQueue, at)).rejects.toMatchObject(gone);
  await expect(api.call(caller, contract.queryQueueItems, { ...at })).rejects.toMatchObject(gone);
  await expect(api.call(caller, contract.getQueueProgress, at)).rejects.toMatchObject(gone);
  const adding = api.call(caller, contract.addQueueItems, { ...at, callIds: [callId], displayFields: [] });
  await expect(adding).rejects.toMatchObject(gone);
  expect(await api.callAll(caller, contract.queryQueues, { projectId })).toEqual([]);
  const { stats } = await api.call(caller, contract.getQueueStats, { projectId, queueIds: [queueId] });
  expect(stats).toEqual([{ queueId, totalItems: 0, completedItems: 0 }]);
});

test("deleting a queue is written in the audit log", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  await api.call(caller, contract.deleteQueue, { projectId, queueId });
  const event = await api.db.prisma.auditEvent.findFirst({
    where: { action: "queue.deleted", target: queueId },
  });
  expect(event).toMatchObject({ actorUserId: caller.userId, outcome: "succeeded" });
});

test("settings change one by one; null leaves them, 0 asks everybody and a share of 1 means all", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const put = async (body: Record<string, unknown>) => {
    const path = `/annotation_queues/${queueId}`;
    const response = await api.send(caller, {
      method: "PUT",
      path,
      body: { project_id: projectId, ...body },
    });
    expect(response.status).toBe(200);
    return (await response.json()).queue;
  };
  const set = { annotators_per_item: 3, overlap_share: 0.5, is_blind: false, skip_policy: "drop" };
  expect(await put(set)).toMatchObject(set);
  const rest = { item_order: "priority", reservation_minutes: 30, skip_reasons: ["Unclear"] };
  expect(
    await put({ ...rest, annotators_per_item: null, overlap_share: null, is_blind: null }),
  ).toMatchObject({
    ...set,
    ...rest,
  });
  expect(await put({ annotators_per_item: 0, overlap_share: 1, skip_reasons: [] })).toMatchObject({
    annotators_per_item: null,
    overlap_share: null,
    skip_reasons: [],
  });
});

test("a field stays required only while the queue asks for it", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const at = { projectId, queueId };
  const ref = `weave:///${projectId}/object/tone:v0`;
  await api.call(caller, contract.updateQueue, { ...at, scorerRefs: [ref], requiredRefs: [ref] });
  const without = { ...at, scorerRefs: [] };
  await expect(api.call(caller, contract.updateQueue, without)).rejects.toMatchObject({
    status: 422,
    problems: [{ loc: ["body", "required_refs", 0] }],
  });
  const { queue } = await api.call(caller, contract.updateQueue, { ...without, requiredRefs: [] });
  expect(queue).toMatchObject({ scorerRefs: [], requiredRefs: [] });
});

test("the kind of a queue changes while it is empty, and is a 409 afterwards", async () => {
  const { caller, projectId, queueId, project } = await aQueue(api);
  const at = { projectId, queueId };
  await api.call(caller, contract.updateQueue, { ...at, kind: "pairwise" });
  const add = { ...at, callIds: await someCalls(api, project, 1), displayFields: [] };
  await expect(api.call(caller, contract.addQueueItems, add)).rejects.toMatchObject({
    status: 409,
    message: `Queue ${queueId} compares pairs of calls; add pairs, or use a queue for single calls`,
  });
  await api.call(caller, contract.updateQueue, { ...at, kind: "single" });
  await api.call(caller, contract.addQueueItems, add);
  await expect(api.call(caller, contract.updateQueue, { ...at, kind: "pairwise" })).rejects.toMatchObject({
    status: 409,
  });
  await api.call(caller, contract.updateQueue, { ...at, kind: "single", name: "Still here" });
});

test("archiving keeps everything of a queue, is not changed by null or by other updates, and can be undone", async () => {
  const desk = await aDesk(api, { items: 2, settings: { annotatorsPerItem: 1 } });
  const put = async (body: Record<string, unknown>) => {
    const path = `/annotation_queues/${desk.queueId}`;
    const sent = { project_id: desk.projectId, ...body };
    return (await (await api.send(desk.caller, { method: "PUT", path, body: sent })).json()).queue;
  };
  await desk.answer(desk.person(0), 0);
  expect(await put({ is_archived: true })).toMatchObject({ is_archived: true, deleted_at: null });
  expect(await put({ is_archived: null, name: "Put away" })).toMatchObject({ is_archived: true });
  const { stats } = await api.call(desk.caller, contract.getQueueStats, {
    projectId: desk.projectId,
    queueIds: [desk.queueId],
  });
  expect(stats).toEqual([{ queueId: desk.queueId, totalItems: 2, completedItems: 1 }]);
  const { items } = await api.call(desk.caller, contract.queryQueueItems, desk.at);
  expect(items.map(({ annotationState }) => annotationState)).toEqual(["completed", "unstarted"]);
  const [callId = ""] = await someCalls(api, desk.project, 1);
  const added = { ...desk.at, callIds: [callId], displayFields: [] };
  expect(await api.call(desk.caller, contract.addQueueItems, added)).toMatchObject({ addedCount: 1 });
  expect(await put({ is_archived: false })).toMatchObject({ is_archived: false, name: "Put away" });
});

test("only who leads queues archives one", async () => {
  const { caller, project, projectId, queueId } = await aQueue(api);
  for (const role of ["viewer", "annotator"] as const) {
    const person = await api.aCaller(project, role);
    const change = { projectId, queueId, isArchived: true };
    await expect(api.call(person, contract.updateQueue, change)).rejects.toMatchObject({ status: 403 });
  }
  const { queue } = await api.call(caller, contract.getQueue, { projectId, queueId });
  expect(queue.isArchived).toBe(false);
});

test("archiving a queue and bringing it back are written in the audit log, once each", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  for (const isArchived of [true, true, false])
    await api.call(caller, contract.updateQueue, { projectId, queueId, isArchived });
  const events = await api.db.prisma.auditEvent.findMany({
    where: { target: queueId },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  expect(events.map(({ action, actorUserId }) => [action, actorUserId])).toEqual([
    ["queue.archived", caller.userId],
    ["queue.restored", caller.userId],
  ]);
});
