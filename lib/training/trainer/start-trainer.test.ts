import { expect, test } from "vitest";
import {
  aQueuedJob,
  aTrainedModel,
  eventsOf,
  ledgerOf,
  linearParts,
  rowOf,
} from "#lib/testing/data/job-data.ts";
import { linearPlan } from "#lib/testing/engines/linear-engine.ts";
import { linearTrainers, weightsOf } from "#lib/testing/engines/linear-trainers.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
const { checkpointsOf, run, start, untilEnded } = linearTrainers(api);

test("a job runs to its end: its events in order, its steps once each, its checkpoint and its metrics", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  start(linearPlan(7));
  await untilEnded(jobId, "completed");
  const listed = await eventsOf(api, jobId);
  expect(listed.map(({ type }) => type)).toEqual([
    "training_started",
    ...Array.from({ length: 7 }, () => "gradient_step"),
    "training_ended",
  ]);
  expect(listed[0]?.data).toEqual({ num_rows: 7, num_sequences: 7 });
  for (const { type, data } of listed)
    if (type === "gradient_step")
      expect(Object.values(data).every((value) => typeof value === "number")).toBe(true);
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await rowOf(api, jobId)).toMatchObject({
    step: 7,
    totalSteps: 7,
    leaseUntil: null,
    errorMessage: null,
  });
  const [checkpoint] = await checkpointsOf(model.modelId);
  expect(checkpoint).toMatchObject({ step: 1, jobId });
  expect(Object.keys(Object(checkpoint?.metrics))).toEqual(["grad_norm", "gradient_step", "loss"]);
  expect(Reflect.get(Object(checkpoint?.metrics), "gradient_step")).toBe(7);
});

test("the live stream also has the states in turn, and the model's samples at the first and the last step", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  start(linearPlan(3));
  await untilEnded(jobId, "completed");
  const all = await eventsOf(api, jobId, { all: true });
  expect(all.filter(({ type }) => type === "state").map(({ data }) => data.state)).toEqual([
    "validating",
    "running",
    "completed",
  ]);
  const samples = all.filter(({ type }) => type === "samples").map(({ data }) => data);
  expect(samples[0]).toEqual({ step: 0, samples: [{ prompt: "1 2 3", text: "0" }] });
  expect(samples.at(-1)).toEqual({ step: 3, samples: [{ prompt: "1 2 3", text: "3" }] });
});

test("a job without a step to do still makes a checkpoint, with the weights it began with", async () => {
  const model = await aTrainedModel(api);
  const [first, second] = [await aQueuedJob(api, model, { kind: "rl" }), await aQueuedJob(api, model)];
  start(linearPlan(0));
  await untilEnded(first, "completed");
  await untilEnded(second, "completed");
  expect((await eventsOf(api, first)).map(({ type, data }) => [type, data.num_sequences])).toEqual([
    ["training_started", 0],
    ["training_ended", undefined],
  ]);
  const [one, two] = await checkpointsOf(model.modelId);
  expect([one?.step, two?.step]).toEqual([1, 2]);
  expect(await weightsOf(two?.folder)).toEqual(await weightsOf(one?.folder));
});

test("the optimiser's state continues from one reinforcement job to the next, and starts fresh after a supervised one", async () => {
  const kinds = ["rl", "rl", "sft", "rl"] as const;
  const model = await aTrainedModel(api);
  const updatesAtStart: number[] = [];
  const plan = linearPlan(3);
  run(
    linearParts(api, {
      ...plan,
      prepare: async (trainer) => void updatesAtStart.push(trainer.updates),
    }),
  );
  for (const kind of kinds) await untilEnded(await aQueuedJob(api, model, { kind }), "completed");
  expect(updatesAtStart).toEqual([0, 3, 0, 0]);
});
