import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training-progress.ts";
import { newId } from "#lib/platform/ids.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { appendEvent } from "#lib/training/jobs/append-event.ts";

const api = startHarness();

routeGuarantees(api, contract.listTrainingEvents, async ({ project }) => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api, { project }));
  await append(jobId, "training_started", true);
  return { training_job_id: jobId, limit: 20 };
});

async function append(jobId: string, type: string, isListed: boolean, data: object = {}): Promise<void> {
  await api.db.transaction((tx) => appendEvent(tx, jobId, { type, data: { ...data }, isListed }));
}

/** A job with so many listed events, each after one that only the live stream shows. */
async function aJobWithEvents(count: number): Promise<{ caller: Caller; jobId: string }> {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  for (let n = 0; n < count; n++) {
    await append(jobId, "speed", false, { n });
    await append(jobId, "gradient_step", true, { n });
  }
  return { jobId, caller: byBearer(await api.aCaller(model.project, "viewer")) };
}

async function page(caller: Caller, jobId: string, query = "") {
  const response = await api.send(caller, {
    method: "GET",
    path: `/v1/preview/training-jobs/${jobId}/events?${query}`,
  });
  return { status: response.status, body: await response.json() };
}

test("events have id, type, data and time, oldest first, without those of the live stream", async () => {
  const { caller, jobId } = await aJobWithEvents(3);
  const { body } = await page(caller, jobId);
  expect(body).toEqual({
    object: "list",
    data: [0, 1, 2].map((n) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "gradient_step",
      data: { n },
      created_at: expect.stringMatching(/Z$/),
    })),
    first_id: body.data[0].id,
    last_id: body.data[2].id,
    has_more: false,
  });
});

test.each([0, 1, 20, 21, 100, 101])(
  "a client that follows the cursor over %d events gets each once",
  async (count) => {
    const { caller, jobId } = await aJobWithEvents(count);
    const seen: number[] = [];
    for (let after = ""; ; ) {
      const { body } = await page(caller, jobId, after === "" ? "" : `after=${after}`);
      seen.push(...body.data.map(({ data }: { data: { n: number } }) => data.n));
      if (!body.has_more) break;
      expect(body.data).toHaveLength(20);
      after = body.last_id;
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => n));
  },
);

test("an empty page has empty ids, after the last event and for a job without any", async () => {
  const { caller, jobId } = await aJobWithEvents(1);
  const { body: full } = await page(caller, jobId);
  const empty = { object: "list", data: [], first_id: "", last_id: "", has_more: false };
  expect((await page(caller, jobId, `after=${full.last_id}`)).body).toEqual(empty);
  const { caller: other, jobId: silent } = await aJobWithEvents(0);
  expect((await page(other, silent)).body).toEqual(empty);
});

test("a cursor that is unknown, another job's, a live event's, garbage or endless is a 422 at its place", async () => {
  const { caller, jobId } = await aJobWithEvents(1);
  const other = await aJobWithEvents(1);
  const { body } = await page(other.caller, other.jobId);
  const live = await api.db.prisma.trainingEvent.findFirstOrThrow({ where: { jobId, isListed: false } });
  for (const after of [newId(), body.last_id, live.id, "%00", "'; drop table", "x".repeat(10_240)]) {
    const { status, body: refused } = await page(caller, jobId, `after=${after}`);
    expect(status).toBe(422);
    expect(refused.detail).toHaveLength(1);
    expect(refused.detail[0].loc).toEqual(["query", "after"]);
  }
});

test.each([
  ["0", "greater_than_equal", "Input should be greater than or equal to 1"],
  ["101", "less_than_equal", "Input should be less than or equal to 100"],
  ["abc", "int_parsing", "Input should be a valid integer, unable to parse string as an integer"],
  ["", "int_parsing", "Input should be a valid integer, unable to parse string as an integer"],
  [String(2n ** 70n), "less_than_equal", "Input should be less than or equal to 100"],
])("a page size of %j is a 422", async (limit, type, msg) => {
  const { caller, jobId } = await aJobWithEvents(1);
  const { status, body } = await page(caller, jobId, `limit=${limit}`);
  expect(status).toBe(422);
  expect(body.detail).toEqual([{ type, loc: ["query", "limit"], msg }]);
});

test.each([1, 100])("a page size of %d works", async (limit) => {
  const { caller, jobId } = await aJobWithEvents(2);
  expect((await page(caller, jobId, `limit=${limit}`)).body.data).toHaveLength(Math.min(limit, 2));
});
