import { expect, test } from "vitest";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aQueuedJob, aTrainedModel, endAllJobs } from "#lib/testing/data/job-data.ts";
import { losingConnectionAt } from "#lib/testing/engines/nth-fault.ts";
import { rowsOf } from "#lib/testing/guarantees/project-rows.ts";
import { startHarness, type TestProject } from "#lib/testing/harness.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import { askCancel } from "./ask-cancel.ts";
import { buryJobs } from "./bury-jobs.ts";
import { claimJob } from "./claim-job.ts";
import { completeJob, failJob, finishCancelled, handBackJob } from "./end-job.ts";
import type { JobHold } from "./hold.ts";
import { leaveCheckpoint } from "./leave-checkpoint.ts";
import { startSteps } from "./start-steps.ts";

const api = startHarness();
const MAX_STATEMENTS = 40;
const PLAN = { totalSteps: 9, facts: {}, groups: [{ rewards: [0, 1], isTrainable: true }] };

type Change = (db: Db, hold: JobHold) => Promise<unknown>;

const CHANGES: [string, Change, (hold: JobHold) => Promise<unknown>][] = [
  ["beginning its steps", (db, hold) => startSteps(db, hold, PLAN), async () => undefined],
  ["a step", (db, hold) => recordStep(db, hold, { number: 1, metrics: { loss: 1, grad_norm: 2 } }), begin],
  [
    "a checkpoint on the way",
    (db, hold) =>
      leaveCheckpoint(db, hold, { id: newId(), folder: "checkpoints/a/c", files: {}, jobStep: 1 }),
    begin,
  ],
  [
    "its completion",
    (db, hold) => completeJob(db, hold, { id: newId(), folder: "checkpoints/a/b", files: {} }),
    begin,
  ],
  ["its failure", (db, hold) => failJob(db, hold, "no"), begin],
  ["a request to cancel", (db, hold) => askCancel(db, hold.jobId), begin],
  ["its cancellation", (db, hold) => finishCancelled(db, hold), cancelling],
  ["being given back", (db, hold) => handBackJob(db, hold), begin],
  ["being given up", (db) => buryJobs(db), spent],
];

test.each(CHANGES)(
  "a connection lost anywhere leaves %s whole or undone, with its events",
  async (_, change, prepare) => {
    for (let nth = 1; nth < MAX_STATEMENTS; nth++) {
      const { hold, project } = await aHeldJob();
      await prepare(hold);
      const before = await rowsOf(api, project);
      const { database, wasReached } = losingConnectionAt(nth, api.db);
      const failed = await change(database, hold).then(
        () => false,
        () => true,
      );
      if (!wasReached()) {
        expect(nth).toBeGreaterThan(1);
        expect(await rowsOf(api, project)).not.toEqual(before);
        return;
      }
      expect(failed, `statement ${nth} was lost`).toBe(true);
      expect(await rowsOf(api, project), `statement ${nth} was lost`).toEqual(before);
    }
    expect.unreachable(`more than ${MAX_STATEMENTS} statements`);
  },
);

async function aHeldJob(): Promise<{ hold: JobHold; project: TestProject }> {
  await endAllJobs(api);
  const model = await aTrainedModel(api);
  await aQueuedJob(api, model);
  const job = await claimJob(api.db, "trainer");
  if (!job) throw new Error("No job is free");
  return { hold: job.hold, project: model.project };
}

async function begin(hold: JobHold): Promise<void> {
  await startSteps(api.db, hold, PLAN);
}

async function cancelling(hold: JobHold): Promise<void> {
  await begin(hold);
  await askCancel(api.db, hold.jobId);
}

async function spent(hold: JobHold): Promise<void> {
  await api.db.query(
    sql`update training_job set attempts = 3, lease_until = now() - interval '1 s' where id = ${hold.jobId}`,
  );
}
