import { expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { aQueuedJob, aTrainedModel, expireLease, takeJob } from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { appendEvent } from "#lib/training/jobs/append-event.ts";
import { buryJobs } from "#lib/training/jobs/bury-jobs.ts";
import { MAX_ATTEMPTS } from "#lib/training/jobs/free-jobs.ts";
import { ArtClient } from "./art-client.ts";

const api = startHarness();

/** A job to which a test appends events, and a client that reads them. */
async function aJob() {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model, { kind: "rl" });
  const art = ArtClient.of(api, await api.aCaller(model.project, "engineer"));
  const append = (type: string, data: Record<string, unknown> = {}) =>
    api.db.transaction((tx) => appendEvent(tx, jobId, { type, data, isListed: true }));
  return { jobId, art, append, model };
}

test.each([0, 1, 20, 21, 100, 101])(
  "5: a job of %d steps is followed to its end, each step once and in order",
  async (count) => {
    const { jobId, art, append } = await aJob();
    await append("training_started", { num_sequences: count });
    for (let step = 1; step <= count; step++)
      await append("gradient_step", { loss: 1 / step, gradient_step: step });
    await append("training_ended");
    const { sequences, steps } = await art.follow(jobId);
    expect(sequences).toBe(count);
    expect(steps.map(({ gradient_step: step }) => step)).toEqual(
      Array.from({ length: count }, (_, n) => n + 1),
    );
  },
);

test.each([0, 1, 20, 21, 100, 101])(
  "5: %d events are paged without a gap and without an end that hangs",
  async (count) => {
    const { jobId, art, append } = await aJob();
    for (let step = 1; step <= count; step++) await append("gradient_step", { step });
    const rows = await Array.fromAsync(art.events(jobId));
    expect(rows.map(({ data }) => data.step)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
    expect(await Array.fromAsync(art.events(jobId, rows.at(-1)?.id))).toEqual([]);
  },
);

test("5: a start that comes again is the same event, since only steps move the cursor", async () => {
  const { jobId, art, append } = await aJob();
  await append("training_started", { num_sequences: 2, num_groups_submitted: 4 });
  const [first, second] = [
    await Array.fromAsync(art.events(jobId)),
    await Array.fromAsync(art.events(jobId)),
  ];
  expect(second).toEqual(first);
  const following = art.follow(jobId);
  await append("gradient_step", { loss: 1 });
  await append("gradient_step", { loss: 0.5 });
  await append("training_ended");
  expect(await following).toMatchObject({ sequences: 2, steps: [{ loss: 1 }, { loss: 0.5 }] });
});

test("5: a cursor that the job does not know is refused, so that no client reads in a circle", async () => {
  const { jobId, art, append } = await aJob();
  await append("training_started", { num_sequences: 0 });
  await expect(Array.fromAsync(art.events(jobId, newId()))).rejects.toMatchObject({ status: 422 });
});

test("5: checkpoints come in either order, and a page of them has from 1 to 100", async () => {
  const { art, model } = await aJob();
  await api.db.prisma.checkpoint.createMany({
    data: Array.from({ length: 120 }, (_, n) => ({
      id: newId(),
      projectId: model.project.id,
      modelId: model.modelId,
      step: n + 1,
    })),
  });
  expect((await art.checkpoints(model.modelId)).map(({ step }) => step)).toEqual(
    Array.from({ length: 121 }, (_, step) => step),
  );
  expect(await art.step(model.modelId)).toBe(120);
  const path = `/preview/models/${model.modelId}/checkpoints`;
  expect(await art.ask("GET", `${path}?limit=100`)).toMatchObject({ object: "list", has_more: true });
  for (const query of ["limit=0", "limit=101", "order=sideways"])
    await expect(art.ask("GET", `${path}?${query}`)).rejects.toMatchObject({ status: 422 });
});

test("2: a job whose trainer dies at every try ends as failed for a client that waits without a deadline", async () => {
  const { jobId, art } = await aJob();
  const following = art.follow(jobId);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await takeJob(api, jobId);
    await expireLease(api, jobId);
  }
  await buryJobs(api.db);
  await expect(following).rejects.toThrow(/^Training job failed: The trainer ended \d times in a row/);
});

test("everyone may read health and the state of the parts", async () => {
  const { art } = await aJob();
  expect(await art.ask("GET", "/health")).toEqual({ status: "ok" });
  const response = await fetch(`${api.url}/api/v1/system-check`);
  expect(await response.json()).toMatchObject({ api: true, database: true, cpu_queue: expect.any(Object) });
});
