import { expect, test } from "vitest";
import { Rejected } from "#lib/platform/errors.ts";
import { aQueuedJob, aTrainedModel, eventsOf, linearParts, rowOf } from "#lib/testing/data/job-data.ts";
import { linearPlan } from "#lib/testing/engines/linear-engine.ts";
import { linearTrainers } from "#lib/testing/engines/linear-trainers.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { TrainingDiverged, type TrainingPlan } from "#lib/training/training-plan.ts";

const api = startHarness();
const { checkpointsOf, run, running, start, untilEnded } = linearTrainers(api);

test("a fault at every try ends the job with words of ours, not with those of the fault", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  start(
    linearPlan(3, () => {
      throw new Error("secret canary");
    }),
  );
  await untilEnded(jobId, "failed");
  const [last] = await eventsOf(api, jobId).then((events) => events.slice(-1));
  expect(last?.type).toBe("training_failed");
  expect(
    JSON.stringify(await rowOf(api, jobId), (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    ),
  ).not.toContain("canary");
});

test.each<[string, () => number]>([
  ["a metric that is no number", () => Number.NaN],
  ["a metric without bound", () => Number.POSITIVE_INFINITY],
  [
    "a loss that the plan gave up on",
    () => {
      throw new TrainingDiverged("The loss of step 2 is NaN");
    },
  ],
])("%s ends the job with a reason, and the checkpoint before it stays the newest", async (_, bad) => {
  const model = await aTrainedModel(api);
  const good = await aQueuedJob(api, model);
  start(linearPlan(2));
  await untilEnded(good, "completed");
  await running.pop()?.stop();
  const jobId = await aQueuedJob(api, model);
  start(divergingAt(2, bad));
  await untilEnded(jobId, "failed");
  expect((await rowOf(api, jobId)).errorMessage).toMatch(/step 2/);
  expect((await eventsOf(api, jobId)).map(({ type }) => type)).toEqual([
    "training_started",
    "gradient_step",
    "training_failed",
  ]);
  expect((await checkpointsOf(model.modelId)).map(({ step }) => step)).toEqual([1]);
});

test("data that can never be trained on end the job with the reason, without a try more", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  let tries = 0;
  run({
    ...linearParts(api, linearPlan(1)),
    prepareJob: async () => {
      tries += 1;
      throw new Rejected("line 3 has no messages");
    },
  });
  await untilEnded(jobId, "failed");
  expect(tries).toBe(1);
  expect(await eventsOf(api, jobId)).toMatchObject([
    { type: "training_failed", data: { error_message: "line 3 has no messages" } },
  ]);
});

function divergingAt(step: number, bad: () => number): TrainingPlan {
  const plan = linearPlan(5);
  return {
    ...plan,
    step: async (trainer, number) => {
      const metrics = await plan.step(trainer, number);
      return number === step ? { ...metrics, loss: bad() } : metrics;
    },
  };
}
