import { expect, test } from "vitest";
import { createQueue } from "#lib/contract/annotation/queues.ts";
import { findPlaces } from "#lib/contract/traces/places.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { aDataset } from "#lib/testing/data/dataset-data.ts";
import { aQueuedJob } from "#lib/testing/data/job-data.ts";
import { aModelIn } from "#lib/testing/data/model-data.ts";
import { aDesk } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { foldThreads } from "#lib/traces/threads/fold-threads.ts";

const api = startHarness();
routeGuarantees(api, findPlaces);

type Reader = { project: TestProject; caller: Caller };

async function found({ project, caller }: Reader, text?: string): Promise<string[]> {
  const input = { entity: project.entity, project: project.name, ...(text === undefined ? {} : { text }) };
  return (await api.call(caller, findPlaces, input)).places.map(({ kind, id }) => `${kind} ${id}`);
}

/** A project with one of each kind, all of them to do with refunds. */
async function aFullProject() {
  const place = await aRecorder(api);
  const { project, caller } = place;
  const model = await aModelIn(api, place, { name: "refunds-small" });
  const job = await aQueuedJob(api, { modelId: model.id, project });
  await api.db.query(sql`update training_job set name = 'Refunds, low rate' where id = ${job}`);
  const { id: queue } = await api.call(caller, createQueue, {
    projectId: project.path,
    name: "Are refunds right?",
    scorerRefs: [],
  });
  const call = `call-${newId()}`;
  await recordCalls(api, place, [{ id: call, thread_id: "refund-1", turn_id: call }]);
  await foldThreads(api.db);
  const recipe = { sources: [{ kind: "queue", queue_id: queue, use: "corrections" }] };
  const { id: dataset } = await aDataset(api, place, recipe, { name: "refunds.v2" });
  return { project, caller, model: model.id, job, queue, dataset, call, thread: "refund-1" };
}

function named({ model, job, queue, dataset }: Awaited<ReturnType<typeof aFullProject>>): string[] {
  return [`model ${model}`, `job ${job}`, `queue ${queue}`, `dataset ${dataset}`];
}

test("what has a name is found by any part of it in either case, threads and calls by how their ids begin", async () => {
  const place = await aFullProject();
  expect((await found(place, "REFUND")).toSorted()).toEqual(named(place).toSorted());
  expect(await found(place, "refund-")).toEqual(["thread refund-1"]);
  expect(await found(place, "low rate")).toEqual([`job ${place.job}`]);
  expect(await found(place, place.call.slice(0, 12))).toEqual([`call ${place.call}`]);
  expect(await found(place, "c")).toEqual([]);
  // Neither is a pattern.
  expect(await found(place, "%")).toEqual([]);
});

test("a job without a name is found by the title of its page", async () => {
  const place = await aFullProject();
  const unnamed = await aQueuedJob(api, { modelId: place.model, project: place.project });
  expect(await found(place, "training of refunds")).toEqual([`job ${unnamed}`]);
  expect(await found(place, "ning of")).toEqual([]);
});

test("a whole id comes first and is marked as such, with what a list shows of it", async () => {
  const place = await aFullProject();
  const { project, caller } = place;
  const path = `/projects/${project.entity}/${project.name}/places?text=${place.job}`;
  expect(await (await api.send(caller, { method: "GET", path })).json()).toEqual({
    places: [
      {
        kind: "job",
        id: place.job,
        name: "Refunds, low rate",
        model: "refunds-small",
        state: "queued",
        project_id: project.path,
        is_exact: true,
        at: expect.stringMatching(/Z$/),
      },
    ],
  });
  for (const [kind, id] of [
    ["call", place.call],
    ["thread", place.thread],
    ["queue", place.queue],
    ["dataset", place.dataset],
  ])
    expect(await found(place, ` ${id} `)).toEqual([`${kind} ${id}`]);
});

test("without a text the newest of the project are named, and of each kind no more than five", async () => {
  const place = await aFullProject();
  expect((await found(place)).toSorted()).toEqual([...named(place), "thread refund-1"].toSorted());
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.push((await aModelIn(api, place, { name: `many-${n}` })).id);
  expect(await found(place, "many-")).toEqual(
    ids
      .reverse()
      .slice(0, 5)
      .map((id) => `model ${id}`),
  );
});

test("other projects of the reader come after this one, and nobody finds what they may not read", async () => {
  const [here, elsewhere, foreign] = [await aFullProject(), await aFullProject(), await aFullProject()];
  await api.db.prisma.projectMember.create({
    data: { projectId: elsewhere.project.id, userId: here.caller.userId, role: "viewer" },
  });
  expect(await found(here, "refunds-small")).toEqual([
    `model ${here.model}`,
    `job ${here.job}`,
    `model ${elsewhere.model}`,
    `job ${elsewhere.job}`,
  ]);
  expect(await found(here, elsewhere.call)).toEqual([`call ${elsewhere.call}`]);
  for (const id of [foreign.model, foreign.job, foreign.queue, foreign.dataset, foreign.call])
    expect(await found(here, id)).toEqual([]);

  const headers = await api.aKey(here.caller.userId, { projectIds: [here.project.id] });
  expect(await found({ ...here, caller: { ...here.caller, headers } }, elsewhere.model)).toEqual([]);
  const annotator = await api.aCaller(here.project, "annotator");
  expect(await found({ ...here, caller: annotator }, "refund")).toEqual([`queue ${here.queue}`]);
});

test("an annotator finds the calls that their queues lead to, and no queue of others", async () => {
  const mine = await aDesk(api);
  const [me] = mine.people;
  const [item] = mine.items;
  if (!me || !item) throw new Error("The desk has a person and an item");
  const place = { project: mine.project, caller: me };
  const [other = ""] = await recordCalls(api, mine, [{}]);
  expect(await found(place, item.callId)).toEqual([`call ${item.callId}`]);
  expect(await found(place, other)).toEqual([]);
  const stranger = await api.aCaller(mine.project, "annotator");
  await api.db.query(
    sql`update annotation_queue set annotator_ids = array[${me.userId}]::text[] where id = ${mine.queueId}`,
  );
  expect(await found(place, mine.queueId)).toEqual([`queue ${mine.queueId}`]);
  expect(await found({ ...place, caller: stranger }, mine.queueId)).toEqual([]);
  expect(await found({ ...place, caller: stranger }, item.callId)).toEqual([]);
});
