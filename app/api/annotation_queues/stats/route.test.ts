import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aQueue, aQueueIn, aQueueWithItems } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getQueueStats);

test("three completed and one skipped of five make four completed; in progress is none", async () => {
  const { caller, projectId, queueId, items } = await aQueueWithItems(api, 5);
  const states = ["completed", "completed", "completed", "skipped", "in_progress"] as const;
  for (const [i, annotationState] of states.entries())
    await api.call(caller, contract.updateItemProgress, {
      projectId,
      queueId,
      itemId: items[i]?.id ?? "",
      annotationState,
    });
  const body = { project_id: projectId, queue_ids: [queueId] };
  const response = await api.send(caller, { path: "/annotation_queues/stats", body });
  expect(await response.json()).toEqual({
    stats: [{ queue_id: queueId, total_items: 5, completed_items: 4 }],
  });
});

test("each distinct id has one element in the order asked; unknown and foreign queues count zero", async () => {
  const { caller, projectId, queueId } = await aQueueWithItems(api, 2);
  const foreign = await aQueueWithItems(api, 3);
  const queueIds = ["unknown", foreign.queueId, queueId, "unknown", queueId];
  const { stats } = await api.call(caller, contract.getQueueStats, { projectId, queueIds });
  expect(stats).toEqual([
    { queueId: "unknown", totalItems: 0, completedItems: 0 },
    { queueId: foreign.queueId, totalItems: 0, completedItems: 0 },
    { queueId, totalItems: 2, completedItems: 0 },
  ]);
});

test("more than 1,000 queues are too many for one request", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "viewer");
  const queue_ids = Array.from({ length: 1001 }, (_, i) => `queue-${i}`);
  const body = { project_id: project.path, queue_ids };
  expect((await api.send(caller, { path: "/annotation_queues/stats", body })).status).toBe(422);
  body.queue_ids.pop();
  expect((await api.send(caller, { path: "/annotation_queues/stats", body })).status).toBe(200);
});

test("no ids, no elements", async () => {
  const { caller, projectId } = await aQueue(api);
  expect(await api.call(caller, contract.getQueueStats, { projectId, queueIds: [] })).toEqual({ stats: [] });
});

test("removed items count nowhere, and an item that two annotators completed counts once", async () => {
  const { project, caller, projectId, queueId, items } = await aQueueWithItems(api, 2);
  const other = await api.aCaller(project, "annotator");
  const [kept = "", removed = ""] = items.map((item) => item.id);
  for (const annotator of [caller, other])
    for (const itemId of [kept, removed])
      await api.call(annotator, contract.updateItemProgress, {
        projectId,
        queueId,
        itemId,
        annotationState: "completed",
      });
  await api.call(caller, contract.removeQueueItem, { projectId, queueId, itemId: removed });
  const { stats } = await api.call(caller, contract.getQueueStats, { projectId, queueIds: [queueId] });
  expect(stats).toEqual([{ queueId, totalItems: 1, completedItems: 1 }]);
});

test("a hundred queues are counted in one request", async () => {
  const place = await aQueue(api);
  const queueIds: string[] = [];
  for (let i = 0; i < 100; i++) queueIds.push((await aQueueIn(api, place)).queueId);
  await api.db.query(sql`
    insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_op_name, call_trace_id, added_by, is_done)
    select ${newId()} || queue_id || n, ${place.project.id}, queue_id, 'call-' || n, now(), 'op', 'trace', 'someone', n <= place
    from unnest(${queueIds}::text[]) with ordinality as q (queue_id, place), generate_series(1, 100) as n`);
  const { stats } = await api.call(place.caller, contract.getQueueStats, {
    projectId: place.projectId,
    queueIds,
  });
  expect(stats).toEqual(queueIds.map((queueId, i) => ({ queueId, totalItems: 100, completedItems: i + 1 })));
});
