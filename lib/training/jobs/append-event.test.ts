import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training-progress.ts";
import { aQueuedJob, aTrainedModel, rowOf } from "#lib/testing/data/job-data.ts";
import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { appendEvent } from "./append-event.ts";

const api = startHarness();
const WRITERS = 8;
const EVENTS_EACH = 100;

test("a reader who follows the pages while eight writers append gets every event once, in order", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const caller = await api.aCaller(model.project, "viewer");
  let isWriting = true;
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(jobId, writer))).then(
    () => {
      isWriting = false;
    },
  );
  const seen: contract.TrainingEvent[] = [];
  for (;;) {
    const wasWriting = isWriting;
    const page = await nextPage(caller, jobId, seen.at(-1)?.id);
    seen.push(...page.data);
    if (!wasWriting && !page.hasMore) break;
  }
  await writers;
  expect(seen).toHaveLength(WRITERS * EVENTS_EACH);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
  for (let writer = 0; writer < WRITERS; writer++) {
    const own = seen.filter(({ data }) => data.writer === writer).map(({ data }) => data.n);
    expect(own).toEqual(Array.from({ length: EVENTS_EACH }, (_, n) => n));
  }
  expect(Number((await rowOf(api, jobId)).eventCount)).toBe(seen.length);
});

async function write(jobId: string, writer: number): Promise<void> {
  for (let n = 0; n < EVENTS_EACH; n++)
    await api.db.transaction((tx) =>
      appendEvent(tx, jobId, { type: "gradient_step", data: { writer, n }, isListed: true }),
    );
}

function nextPage(caller: Caller, trainingJobId: string, after: string | undefined) {
  const headers = bearerHeaders(caller.headers);
  const input = { trainingJobId, limit: 100, ...(after === undefined ? {} : { after }) };
  return api.call({ ...caller, headers }, contract.listTrainingEvents, input);
}
