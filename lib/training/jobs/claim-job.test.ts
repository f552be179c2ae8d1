import { beforeEach, expect, test } from "vitest";
import { WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import { columns, float } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import {
  aQueuedJob,
  aTrainedModel,
  beginSteps,
  doStep,
  endAllJobs,
  eventsOf,
  expireLease,
  rowOf,
} from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import { askCancel } from "./ask-cancel.ts";
import { buryJobs } from "./bury-jobs.ts";
import { claimJob } from "./claim-job.ts";
import { completeJob, failJob, handBackJob, makeWay, retryJob } from "./end-job.ts";
import { isAwaited } from "./free-jobs.ts";
import { JOB_TERMS, JobLost, renewHold } from "./hold.ts";

const api = startHarness();
beforeEach(() => endAllJobs(api));

test("of 200 jobs that ten trainers ask for at once, each goes to one trainer", async () => {
  const project = await api.aProject();
  const ids: string[] = [];
  for (let n = 0; n < 200; n++) ids.push(await aQueuedJob(api, await aTrainedModel(api, { project })));
  const claimed = await Promise.all(
    Array.from({ length: 10 }, async (_, trainer) => {
      const mine: string[] = [];
      for (let job = await claimJob(api.db, `trainer ${trainer}`); job; ) {
        mine.push(job.hold.jobId);
        job = await claimJob(api.db, `trainer ${trainer}`);
      }
      return mine;
    }),
  );
  expect(claimed.flat().sort()).toEqual(ids.sort());
  expect(claimed.filter((mine) => mine.length > 0).length).toBeGreaterThan(1);
});

test("jobs of one model run in their order, one after the other; those of other models do not wait", async () => {
  const model = await aTrainedModel(api);
  const [first, second] = [await aQueuedJob(api, model), await aQueuedJob(api, model)];
  const other = await aQueuedJob(api, await aTrainedModel(api));
  const one = await claimed();
  expect(one.hold.jobId).toBe(first);
  expect((await claimed()).hold.jobId).toBe(other);
  expect(await claimJob(api.db, "third")).toBeNull();
  await failJob(api.db, one.hold, "for the test");
  expect((await claimed()).hold.jobId).toBe(second);
});

test("people who queue jobs take turns, and a job that has begun continues before others begin", async () => {
  const project = await api.aProject();
  const queue = async (createdBy: string) =>
    aQueuedJob(api, await aTrainedModel(api, { project }), { createdBy });
  const asked = ["ann", "ann", "ann", "bob", "cid", "bob"];
  const owners = new Map<string, string>();
  for (const owner of asked) owners.set(await queue(owner), owner);
  const order: (string | undefined)[] = [];
  for (let n = 0; n < asked.length; n++) {
    const job = await claimed();
    order.push(owners.get(job.hold.jobId));
    await beginSteps(api, job.hold, 3);
    if (n === 1) {
      await handBackJob(api.db, job.hold);
      expect((await claimed()).hold.jobId).toBe(job.hold.jobId);
    }
    await api.db.query(
      sql`update training_job set state = 'failed', ended_at = now(), lease_until = null where id = ${job.hold.jobId}`,
    );
  }
  expect(order).toEqual(["ann", "bob", "cid", "ann", "bob", "ann"]);
});

test("a job that makes way comes again after those that wait, each person's in turn, and its interruption is none", async () => {
  const project = await api.aProject();
  const queue = async (createdBy: string) =>
    aQueuedJob(api, await aTrainedModel(api, { project }), { createdBy });
  const names = new Map<string, string>();
  for (const name of ["dora 1", "dora 2", "emil 1"]) names.set(await queue(name.split(" ")[0] ?? ""), name);
  const order: (string | undefined)[] = [];
  for (let turns = 0; turns < 7; turns++) {
    const { hold } = await claimed();
    order.push(names.get(hold.jobId));
    await beginSteps(api, hold, 9);
    await makeWay(api.db, hold);
    expect(await rowOf(api, hold.jobId)).toMatchObject({ state: "queued", attempts: 0, leaseUntil: null });
  }
  expect(order).toEqual(["dora 1", "emil 1", "dora 2", "emil 1", "dora 1", "emil 1", "dora 2"]);
});

test("a job whose turn was interrupted continues before those that wait, also one that had made way before", async () => {
  const [first, second] = [
    await aQueuedJob(api, await aTrainedModel(api), { createdBy: "fay" }),
    await aQueuedJob(api, await aTrainedModel(api), { createdBy: "gus" }),
  ];
  for (const id of [first, second]) {
    const { hold } = await claimed();
    expect(hold.jobId).toBe(id);
    await beginSteps(api, hold, 9);
    await makeWay(api.db, hold);
  }
  const { hold } = await claimed();
  await beginSteps(api, hold, 9);
  await expireLease(api, first);
  expect((await claimed()).hold.jobId).toBe(first);
});

test("a job is awaited by one that lacks nothing but a trainer, and by none that has just come, is held, waits for something else or is of the same model", async () => {
  const model = await aTrainedModel(api);
  const id = await aQueuedJob(api, model);
  const { hold } = await claimed();
  await beginSteps(api, hold, 9);
  const isNow = () => isAwaited(api.db, id);
  await aQueuedJob(api, model);
  const other = await aQueuedJob(api, await aTrainedModel(api));
  const waits = (change: Sql) => api.db.query(sql`update training_job set ${change} where id = ${other}`);
  await waits(sql`next_attempt_at = now()`);
  expect(await isNow()).toBe(false);
  await api.db.query(sql`update training_job set next_attempt_at = now() - interval '2 s'`);
  expect(await isNow()).toBe(true);
  await waits(sql`waiting_for = 'a disk'`);
  expect(await isNow()).toBe(false);
  await waits(sql`waiting_for = ${WAITS_FOR_TURN}`);
  expect(await isNow()).toBe(true);
  await waits(sql`lease_until = now() + interval '1 minute'`);
  expect(await isNow()).toBe(false);
});

test("one that is cancelled before it makes way ends cancelled", async () => {
  const id = await aQueuedJob(api, await aTrainedModel(api));
  const { hold } = await claimed();
  await beginSteps(api, hold, 9);
  await askCancel(api.db, id);
  await makeWay(api.db, hold);
  expect(await rowOf(api, id)).toMatchObject({ state: "cancelled", errorMessage: null });
});

test("a job whose trainer is silent goes to the next one under a higher epoch, and the silent one writes nothing any more", async () => {
  const id = await aQueuedJob(api, await aTrainedModel(api));
  const silent = await claimed();
  await beginSteps(api, silent.hold, 3);
  await doStep(api, silent.hold, 1);
  await expireLease(api, id);
  const next = await claimed();
  expect(next.hold).toMatchObject({ jobId: id, epoch: "2" });
  expect(next).toMatchObject({ state: "validating", step: 1, totalSteps: 3 });
  const before = [await rowOf(api, id), await eventsOf(api, id, { all: true })];
  const checkpoint = { id: "never", folder: "checkpoints/a/b", files: {} };
  for (const write of [
    () => doStep(api, silent.hold, 2),
    () => beginSteps(api, silent.hold, 3),
    () => completeJob(api.db, silent.hold, checkpoint),
    () => failJob(api.db, silent.hold, "no"),
    () => handBackJob(api.db, silent.hold),
    () => makeWay(api.db, silent.hold),
    () => retryJob(api.db, silent.hold, { message: "no", terms: JOB_TERMS }),
    () => renewHold(api.db, silent.hold, JOB_TERMS),
  ])
    await expect(write()).rejects.toThrow(JobLost);
  expect([await rowOf(api, id), await eventsOf(api, id, { all: true })]).toEqual(before);
});

test("a lease that ran out is lost even where nobody else has taken the job", async () => {
  const id = await aQueuedJob(api, await aTrainedModel(api));
  const { hold } = await claimed();
  await renewHold(api.db, hold, JOB_TERMS);
  await expireLease(api, id);
  await expect(renewHold(api.db, hold, JOB_TERMS)).rejects.toThrow(JobLost);
  await expect(failJob(api.db, hold, "no")).rejects.toThrow(JobLost);
});

test("after a crash without progress the next try waits, each time longer", async () => {
  const id = await aQueuedJob(api, await aTrainedModel(api));
  const pauses: number[] = [];
  for (const _ of [1, 2, 3]) {
    await claimed();
    const [row] = await api.db.query(sql`
      select ${columns({ pause: float(sql`extract(epoch from next_attempt_at - lease_until)`) })} from training_job where id = ${id}`);
    pauses.push(row?.pause ?? 0);
    await expireLease(api, id);
  }
  for (const [n, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(5 * 2 ** n * 0.75 - 0.01);
    expect(pause).toBeLessThanOrEqual(5 * 2 ** n * 1.25 + 0.01);
  }
});

test("a job that kills its trainer three times in a row ends failed with the reason, and other jobs continue", async () => {
  const model = await aTrainedModel(api);
  const [poison, next] = [await aQueuedJob(api, model), await aQueuedJob(api, model)];
  for (const _ of [1, 2, 3]) {
    expect((await claimed()).hold.jobId).toBe(poison);
    expect(await buryJobs(api.db)).toBe(0);
    await expireLease(api, poison);
  }
  expect(await claimJob(api.db, "fourth")).toBeNull();
  expect(await buryJobs(api.db)).toBe(1);
  expect(await rowOf(api, poison)).toMatchObject({ state: "failed", leaseUntil: null });
  expect((await eventsOf(api, poison)).map(({ type }) => type)).toEqual(["training_failed"]);
  expect((await rowOf(api, poison)).errorMessage).toContain("3 times in a row");
  expect((await claimed()).hold.jobId).toBe(next);
});

test("a try counts where the trainer died and its start lived on, and not where both fell silent or the trainer was asked to end", async () => {
  const id = await aQueuedJob(api, await aTrainedModel(api));
  const attemptsAfter = async (end: { trainer?: string; start?: string }) => {
    const { trainer = "30 s", start = "30 s" } = end;
    await diedHolding(id, { trainer, start });
    expect(await buryJobs(api.db)).toBe(0);
    await claimed();
    return (await rowOf(api, id)).attempts;
  };
  await claimed();
  for (let times = 0; times < 3; times++) expect(await attemptsAfter({})).toBe(1);
  // The supervisor of a service that stops in order may beat for longer than a trainer that was in the middle of a step.
  expect(await attemptsAfter({ start: "22 s" })).toBe(1);
  expect(await attemptsAfter({ start: "1 s" })).toBe(2);
  await api.db.query(sql`update node set ended_at = now() where id = 'trainer'`);
  expect(await attemptsAfter({ start: "1 s" })).toBe(2);
  await api.db.query(sql`update node set ended_at = null`);
  expect(await attemptsAfter({ start: "1 s" })).toBe(3);
  await diedHolding(id, { trainer: "30 s", start: "1 s" });
  expect(await claimJob(api.db, "trainer")).toBe(null);
  expect(await buryJobs(api.db)).toBe(1);
  expect((await rowOf(api, id)).errorMessage).toMatch(/^The trainer ended 3 times in a row/);
});

test("a job under which the whole service goes down ten times without a step ends failed: it may be what does it", async () => {
  const id = await aQueuedJob(api, await aTrainedModel(api));
  for (let times = 1; times <= 10; times++) {
    await claimed();
    await diedHolding(id, { trainer: "30 s", start: "30 s" });
  }
  expect(await claimJob(api.db, "trainer")).toBe(null);
  expect(await buryJobs(api.db)).toBe(1);
  expect((await rowOf(api, id)).errorMessage).toMatch(/^The service or its trainer ended 10 times in a row/);
});

test("a job that gets on between crashes is not given up", async () => {
  const id = await aQueuedJob(api, await aTrainedModel(api));
  for (let number = 1; number <= 6; number++) {
    const { hold } = await claimed();
    await beginSteps(api, hold, 9);
    await doStep(api, hold, number);
    await expireLease(api, id);
  }
  expect(await buryJobs(api.db)).toBe(0);
  expect(await rowOf(api, id)).toMatchObject({ state: "running", step: 6 });
});

test("a trainer that stops in order gives its job back at once, and that try does not count", async () => {
  const id = await aQueuedJob(api, await aTrainedModel(api));
  for (let tries = 0; tries < 5; tries++) await handBackJob(api.db, (await claimed()).hold);
  expect(await rowOf(api, id)).toMatchObject({ state: "queued", attempts: 0, leaseUntil: null });
});

test("a job that was being cancelled when its trainer died ends cancelled, whether a trainer or the watch finds it first", async () => {
  const [byTrainer, byWatch] = [
    await aQueuedJob(api, await aTrainedModel(api)),
    await aQueuedJob(api, await aTrainedModel(api)),
  ];
  for (const _ of ["one", "other"]) await claimed();
  for (const id of [byTrainer, byWatch]) {
    await askCancel(api.db, id);
    expect(await rowOf(api, id)).toMatchObject({ state: "cancelling" });
    await expireLease(api, id);
  }
  const taken = await claimed();
  expect(taken).toMatchObject({ state: "cancelling", hold: { jobId: byTrainer } });
  await failJob(api.db, taken.hold, "it failed on the way");
  expect(await buryJobs(api.db)).toBe(1);
  for (const id of [byTrainer, byWatch]) {
    expect(await rowOf(api, id)).toMatchObject({ state: "cancelled", errorMessage: null });
    expect(await eventsOf(api, id)).toMatchObject([
      { type: "training_failed", data: { error_message: "cancelled" } },
    ]);
  }
});

test("a reason and a metric that quote what no table can keep do not hold up the job", async () => {
  const id = await aQueuedJob(api, await aTrainedModel(api));
  const { hold } = await claimed();
  await beginSteps(api, hold, 1);
  const metrics = { loss: 1, "group_metric_a\u0000b\ud800": 2, ["x".repeat(5000)]: 3 };
  await recordStep(api.db, hold, { number: 1, metrics });
  await failJob(api.db, hold, `line 3 ends with a\u0000b\ud800${"x".repeat(5000)}`);
  expect((await eventsOf(api, id)).map(({ type }) => type)).toEqual([
    "training_started",
    "gradient_step",
    "training_failed",
  ]);
  expect((await eventsOf(api, id))[1]?.data).toEqual(metrics);
  expect((await rowOf(api, id)).errorMessage).toMatch(/^line 3 ends with a/);
  const kept = await api.db.prisma.trainingMetric.findMany({ where: { jobId: id } });
  expect(kept.map(({ last }) => last).sort()).toEqual([1, 2]);
});

/** As if the job's trainer, and the start that it belongs to, had said nothing since so long. */
async function diedHolding(
  jobId: string,
  { trainer, start }: { trainer: string; start: string },
): Promise<void> {
  for (const [id, ago] of [
    ["trainer", trainer],
    ["start", start],
  ] as const)
    await api.db.query(sql`
      insert into node (id, start_id, host_name, roles, version, beat_at)
      values (${id}, 'start', 'a', '{}', '1', now() - ${ago}::interval)
      on conflict (id) do update set beat_at = excluded.beat_at`);
  await expireLease(api, jobId);
}

async function claimed() {
  const job = await claimJob(api.db, "trainer");
  if (!job) throw new Error("No job is free");
  return job;
}
