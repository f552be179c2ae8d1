import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training.ts";
import { columns, orNull, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aCompletedJob, aQueuedJob, aTrainedModel, takeJob } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";
import { completeJob, failJob, makeWay, retryJob } from "#lib/training/jobs/end-job.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import { startSteps } from "#lib/training/jobs/start-steps.ts";

const api = startHarness();

routeGuarantees(api, contract.getTrainingJob, async ({ project }) => ({
  training_job_id: await aQueuedJob(api, await aTrainedModel(api, { project })),
}));

routeGuarantees(api, contract.updateTrainingJob, async ({ project }) => ({
  training_job_id: await aQueuedJob(api, await aTrainedModel(api, { project })),
  name: "Refunds",
}));

test("people name a job, tag it, note something and put it in a group, at any time, and take each away again", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "engineer"));
  const path = `/v1/preview/training-jobs/${await aCompletedJob(api, model)}`;
  const change = async (body: unknown) => {
    const response = await api.send(caller, { method: "PUT", path, body });
    return { status: response.status, body: await response.json() };
  };
  const labels = {
    name: "Refunds, low rate",
    tags: ["baseline", "v2"],
    note: "before the\nnew texts",
    group: "rates",
  };
  expect(await (await api.send(caller, { method: "GET", path })).json()).toMatchObject({
    name: null,
    tags: [],
    note: null,
    group: null,
    attempt: 0,
  });
  expect((await change({ ...labels, tags: ["baseline", "v2", "baseline"] })).body).toMatchObject(labels);
  expect((await change({ note: "" })).body).toMatchObject({ ...labels, note: null });
  expect((await change({ name: "", tags: [], group: "" })).body).toMatchObject({
    name: null,
    tags: [],
    group: null,
    status: "COMPLETED",
  });
  expect((await change({ tags: ["a,b"] })).body.detail[0].loc).toEqual(["body", "tags", 0]);
  expect((await change({ name: "x".repeat(129) })).status).toBe(422);
});

test("a job of either kind has its status, progress and end in the words that clients know", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const id = await aQueuedJob(api, model, { kind: "rl" });
  const read = async () => {
    const response = await api.send(caller, { method: "GET", path: `/v1/preview/training-jobs/${id}` });
    return response.json();
  };
  expect(await read()).toMatchObject({ id, kind: "rl", status: "QUEUED", training_start: null });
  const job = await takeJob(api, id);
  expect(await read()).toMatchObject({ status: "RUNNING", state: "validating", total_steps: null });
  await startSteps(api.db, job.hold, { totalSteps: 1, facts: {}, groups: [] });
  await recordStep(api.db, job.hold, { number: 1, metrics: { loss: 1 } });
  expect(await read()).toMatchObject({ status: "RUNNING", state: "running", step: 1, total_steps: 1 });
  await completeJob(api.db, job.hold, { id: newId(), folder: "checkpoints/a/b", files: {} });
  expect(await read()).toMatchObject({
    status: "COMPLETED",
    checkpoint_step: 1,
    error_message: null,
    training_start: expect.stringMatching(/Z$/),
    training_end: expect.stringMatching(/Z$/),
  });
});

test("a failed job says why, and a cancelled one has nothing to say", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const [failed, cancelled] = [await aQueuedJob(api, model), await aQueuedJob(api, model)];
  await askCancel(api.db, cancelled);
  const job = await takeJob(api, failed);
  await failJob(api.db, job.hold, "line 3 has no messages");
  const read = async (id: string) =>
    (await api.send(caller, { method: "GET", path: `/v1/preview/training-jobs/${id}` })).json();
  expect(await read(failed)).toMatchObject({ status: "FAILED", error_message: "line 3 has no messages" });
  const ended = { status: "CANCELLED", error_message: null };
  expect(await read(cancelled)).toMatchObject({ ...ended, cancellation: null });
  const byHand = await aQueuedJob(api, model);
  const engineer = byBearer(await api.aCaller(model.project, "engineer"));
  await api.send(engineer, { method: "POST", path: `/v1/preview/training-jobs/${byHand}/cancel` });
  expect(await read(byHand)).toMatchObject({
    ...ended,
    cancellation: { by: expect.stringMatching(/./), cause: "asked" },
  });
});

test("a retried job has its attempt and the last fault, and an ended one the number of attempts", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const id = await aQueuedJob(api, model);
  const read = async () =>
    (await api.send(caller, { method: "GET", path: `/v1/preview/training-jobs/${id}` })).json();
  for (const attempt of [1, 2, 3]) {
    const { hold } = await takeJob(api, id);
    await retryJob(api.db, hold, { message: "no such host", terms: { leaseMs: 1_000, pauseMs: 0 } });
    if (attempt < 3)
      expect(await read()).toMatchObject({ attempt, last_fault: "no such host", error_message: null });
  }
  expect(await read()).toMatchObject({
    status: "FAILED",
    last_fault: null,
    error_message: "After 3 attempts: no such host",
  });
});

test("a job has its past states, and while it waits the number of jobs of its model before it", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const [first, second] = [await aQueuedJob(api, model), await aQueuedJob(api, model)];
  await aQueuedJob(api, await aTrainedModel(api, { project: model.project }));
  const read = async (id: string) =>
    (await api.send(caller, { method: "GET", path: `/v1/preview/training-jobs/${id}` })).json();
  expect(await read(first)).toMatchObject({ queue_position: 0, states: [] });
  expect(await read(second)).toMatchObject({ queue_position: 1 });
  await askCancel(api.db, first);
  expect(await read(second)).toMatchObject({ queue_position: 0 });
  const job = await takeJob(api, second);
  await startSteps(api.db, job.hold, { totalSteps: 1, facts: { num_rows: 7 }, groups: [] });
  const { states, queue_position, source } = await read(second);
  expect(queue_position).toBeNull();
  expect(source).toMatchObject({ kind: "inline", rows: 7, bytes: null, is_available: false });
  expect(states.map(({ state }: { state: string }) => state)).toEqual(["validating", "running"]);
  expect(Date.parse(states[0].since)).toBeLessThanOrEqual(Date.parse(states[1].since));
});

test("an address is shown without its query, which may contain a signature", async () => {
  const model = await aTrainedModel(api);
  const source = "https://data.example.com/rows.jsonl?signature=secret";
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const id = await aQueuedJob(api, model, { source });
  const read = await api.send(caller, { method: "GET", path: `/v1/preview/training-jobs/${id}` });
  expect((await read.json()).source).toMatchObject({ kind: "address", name: "data.example.com/rows.jsonl" });
});

test("what a job that made way waited for its next turn is not counted as its work, while it waits and afterwards", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const id = await aQueuedJob(api, model);
  const read = async () =>
    (await api.send(caller, { method: "GET", path: `/v1/preview/training-jobs/${id}` })).json();
  const first = await takeJob(api, id);
  expect(await read()).toMatchObject({ waited_seconds: 0, waiting_since: null });
  await startSteps(api.db, first.hold, { totalSteps: 9, facts: {}, groups: [] });
  await makeWay(api.db, first.hold);
  await api.db.query(sql`update training_job set state_since = now() - interval '100 s' where id = ${id}`);
  const waiting = await read();
  expect(waiting).toMatchObject({
    state: "queued",
    waiting_for: "other jobs have their turn",
    waited_seconds: 0,
  });
  expect(waiting.waiting_since).not.toBeNull();
  const second = await takeJob(api, id);
  await startSteps(api.db, second.hold, { totalSteps: 9, facts: {}, groups: [] });
  const again = await read();
  expect(again).toMatchObject({ state: "running", waiting_for: null, waiting_since: null });
  expect(Math.floor(again.waited_seconds / 10)).toBe(10);
  const why = await api.db.query(sql`
    select ${columns({ reason: orNull(text(sql`data ->> 'reason'`)) })} from training_event
    where job_id = ${id} and type = 'state' and data ->> 'state' = 'queued'`);
  expect(why).toEqual([{ reason: "other jobs have their turn" }]);
});
