import { expect, test } from "vitest";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { appendEvent } from "#lib/training/jobs/append-event.ts";
import { readEvents } from "./read-events.ts";

const api = startHarness();
const EVENTS = 450;

test("a reader who comes late gets every event of a long job, page by page, in the order of their numbers", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  await api.db.transaction(async (tx) => {
    for (let n = 1; n <= EVENTS; n++)
      await appendEvent(tx, jobId, { type: "gradient_step", data: { n }, isListed: true });
  });
  const seen: unknown[] = [];
  let number = 0n;
  for (;;) {
    const page = await readEvents(api.db, jobId, number);
    if (page.events.length === 0) break;
    seen.push(...page.events.map(({ data }) => data.n));
    number = page.lastNumber;
  }
  expect(seen).toEqual(Array.from({ length: EVENTS }, (_, n) => n + 1));
});
