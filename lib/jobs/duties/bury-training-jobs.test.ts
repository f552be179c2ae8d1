import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import {
  aQueuedJob,
  aTrainedModel,
  eventsOf,
  expireLease,
  rowOf,
  takeJob,
} from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { buryTrainingJobs } from "./bury-training-jobs.ts";

const api = startHarness();

test("a job whose last try died ends failed, one that was being cancelled ends cancelled, and no other is touched", async () => {
  const [spent, cancelling, tried, held, waiting] = await Promise.all(
    Array.from({ length: 5 }, async () => aQueuedJob(api, await aTrainedModel(api))),
  );
  const states = async () =>
    Promise.all(
      [spent, cancelling, tried, held, waiting].map(async (id = "") => (await rowOf(api, id)).state),
    );
  await api.db.query(sql`
    update training_job set state = 'running', epoch = 1, holder = 'trainer', lease_until = now() + interval '1 hour',
      attempts = case id when ${spent} then 3 else 1 end where id <> ${waiting}`);
  await api.db.query(sql`update training_job set state = 'cancelling' where id = ${cancelling}`);
  for (const id of [spent, cancelling, tried]) await expireLease(api, id ?? "");
  for (const _ of ["first", "second"]) {
    await buryTrainingJobs.run(api.db);
    expect(await states()).toEqual(["failed", "cancelled", "running", "running", "queued"]);
  }
  for (const id of [spent, cancelling])
    expect((await eventsOf(api, id ?? "")).map(({ type }) => type)).toEqual(["training_failed"]);
  expect(await takeJob(api, tried ?? "")).toMatchObject({ state: "validating" });
});
