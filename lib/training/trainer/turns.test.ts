import { expect, test } from "vitest";
import { WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import { sql } from "#lib/platform/db/sql.ts";
import {
  aQueuedJob,
  aTrainedModel,
  eventsOf,
  ledgerOf,
  linearParts,
  QUICK,
  rowOf,
} from "#lib/testing/data/job-data.ts";
import { linearPlan } from "#lib/testing/engines/linear-engine.ts";
import { linearTrainers } from "#lib/testing/engines/linear-trainers.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
const { finalWeights, run, running, untilEnded } = linearTrainers(api);

/** Each turn is over as soon as somebody waits. */
const AT_ONCE = { ...QUICK, turnMs: 0, roomEveryMs: 0 };
const STEPS = 12;

test("a job makes way for one that waits, continues after it, and ends with the same weights to the bit", {
  tags: ["long"],
}, async () => {
  const [alone, long, short] = [await aTrainedModel(api), await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  run(linearParts(api, linearPlan(STEPS), AT_ONCE));
  await untilEnded(undisturbed, "completed");
  await running.pop()?.stop();
  expect(await waitsOf(undisturbed)).toEqual([]);

  const longId = await aQueuedJob(api, long);
  let [shortId, turnMs] = ["", 0];
  const plan = linearPlan(STEPS);
  const step: typeof plan.step = async (trainer, number) => {
    // The short one keeps the trainer, however slow the machine is.
    if (shortId !== "" && number === 1) turnMs = 3_600_000;
    if (shortId === "" && number === 3) shortId = await aWaitingJob(short);
    return plan.step(trainer, number);
  };
  const settings = {
    ...AT_ONCE,
    get turnMs() {
      return turnMs;
    },
  };
  run(linearParts(api, { ...plan, step }, settings));
  await untilEnded(longId, "completed");
  await untilEnded(shortId, "completed");
  const [first, last] = [await rowOf(api, shortId), await rowOf(api, longId)];
  expect(first.endedAt?.getTime()).toBeLessThan(last.endedAt?.getTime() ?? 0);
  expect(await waitsOf(longId)).toEqual([WAITS_FOR_TURN, null]);
  expect(last).toMatchObject({ attempts: 0, waitingFor: null, step: STEPS });
  expect(await ledgerOf(api, longId)).toEqual(await ledgerOf(api, undisturbed));
  expect(await finalWeights(long.modelId)).toEqual(await finalWeights(alone.modelId));
});

test("a job whose turn is not over, or that took long to begin, keeps the trainer", async () => {
  for (const settings of [
    { ...AT_ONCE, turnMs: 3_600_000 },
    { ...AT_ONCE, turnShare: 1e-9 },
  ]) {
    const [long, short] = [await aTrainedModel(api), await aTrainedModel(api)];
    const longId = await aQueuedJob(api, long);
    run(linearParts(api, linearPlan(STEPS), settings));
    const shortId = await aWaitingJob(short);
    await untilEnded(longId, "completed");
    await untilEnded(shortId, "completed");
    expect(await waitsOf(longId)).toEqual([]);
    await running.pop()?.stop();
  }
});

/** One that has waited for a while. */
async function aWaitingJob(model: Awaited<ReturnType<typeof aTrainedModel>>): Promise<string> {
  const id = await aQueuedJob(api, model);
  await api.db.query(
    sql`update training_job set next_attempt_at = now() - interval '1 minute' where id = ${id}`,
  );
  return id;
}

async function waitsOf(jobId: string): Promise<unknown[]> {
  const events = await eventsOf(api, jobId, { all: true });
  return events.filter(({ type }) => type === "waiting").map(({ data }) => data.waiting_for);
}
