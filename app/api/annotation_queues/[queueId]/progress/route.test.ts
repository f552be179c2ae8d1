import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { aQueueIn, aQueueWithItems } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getQueueProgress, async (place) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_id: queueId };
});

test("each annotator's own states are counted; who undid everything and what was removed count no more", async () => {
  const { project, caller: ada, projectId, queueId, items } = await aQueueWithItems(api, 4);
  const [bo, cy] = [await api.aCaller(project, "annotator"), await api.aCaller(project, "annotator")];
  const move = (caller: Caller, i: number, annotationState: contract.AnnotationState) =>
    api.call(caller, contract.updateItemProgress, {
      projectId,
      queueId,
      itemId: items[i]?.id ?? "",
      annotationState,
    });
  await move(ada, 0, "completed");
  await move(ada, 1, "skipped");
  await move(ada, 2, "in_progress");
  await move(ada, 3, "completed");
  await move(bo, 0, "completed");
  await move(cy, 0, "in_progress");
  await move(cy, 0, "unstarted");
  await api.call(ada, contract.removeQueueItem, { projectId, queueId, itemId: items[3]?.id ?? "" });

  const response = await api.send(bo, {
    path: `/annotation_queues/${queueId}/progress`,
    body: { project_id: projectId },
  });
  const { progress } = await response.json();
  const rows = [
    { annotator_user_id: ada.userId, name: ada.name, completed: 1, skipped: 1, in_progress: 1 },
    { annotator_user_id: bo.userId, name: bo.name, completed: 1, skipped: 0, in_progress: 0 },
  ];
  expect(progress).toHaveLength(2);
  expect(progress).toEqual(expect.arrayContaining(rows));
});

test("a queue that nobody has begun has no rows", async () => {
  const { caller, projectId, queueId } = await aQueueWithItems(api, 1);
  expect(await api.call(caller, contract.getQueueProgress, { projectId, queueId })).toEqual({ progress: [] });
});
