import { createParser, type EventSourceMessage } from "eventsource-parser";
import { expect, test, vi } from "vitest";
import * as contract from "#lib/contract/training/training-progress.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import {
  aCompletedJob,
  aQueuedJob,
  aTrainedModel,
  beginSteps,
  eventsOf,
  takeJob,
} from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { appendEvent } from "#lib/training/jobs/append-event.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";
import { failJob } from "#lib/training/jobs/end-job.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import { sendLive } from "#lib/training/jobs/events/send-live.ts";

const api = startHarness();
/** How long a busy machine takes is no promise of the product; a test that hears nothing ends all the same. */
const WAIT = { timeout: 60_000, interval: 20 };
const MANY_READERS = { timeout: 90_000 };

routeGuarantees(api, contract.streamTrainingEvents, async ({ project }) => ({
  training_job_id: await aCompletedJob(api, await aTrainedModel(api, { project })),
}));

type Place = { caller: Caller; project: TestProject; jobId: string };

async function aPlace(): Promise<Place> {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  return { caller, project: model.project, jobId: await aQueuedJob(api, model) };
}

/** A stream as a browser reads it. */
async function open(
  { caller, jobId }: Pick<Place, "caller" | "jobId">,
  headers: Record<string, string> = {},
  query = "",
) {
  const leaving = new AbortController();
  const response = await fetch(`${api.url}/api/v1/preview/training-jobs/${jobId}/stream${query}`, {
    headers: { ...caller.headers, ...headers },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  const seen: EventSourceMessage[] = [];
  const retries: number[] = [];
  const parser = createParser({ onEvent: (event) => seen.push(event), onRetry: (ms) => retries.push(ms) });
  const text = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
    new TextDecoderStream(),
  );
  const ended = (async () => {
    for await (const part of text) parser.feed(part);
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  const leave = async () => {
    leaving.abort();
    await ended;
  };
  return { response, seen, retries, ended, leave };
}

async function append(jobId: string, n: number): Promise<void> {
  await api.db.transaction((tx) =>
    appendEvent(tx, jobId, { type: "gradient_step", data: { n }, isListed: true }),
  );
}

const numbersIn = (seen: readonly EventSourceMessage[]) =>
  seen.filter(({ event }) => event === "gradient_step").map(({ data }) => JSON.parse(data).data.n);

test("a stream sends past and then new events until the job has ended, and ends by itself", async () => {
  const place = await aPlace();
  await append(place.jobId, 1);
  const stream = await open(place);
  expect(stream.response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(stream.response.headers.get("x-accel-buffering")).toBe("no");
  await vi.waitFor(() => expect(numbersIn(stream.seen)).toEqual([1]), WAIT);
  await append(place.jobId, 2);
  await vi.waitFor(() => expect(numbersIn(stream.seen)).toEqual([1, 2]), WAIT);
  await askCancel(api.db, place.jobId);
  await stream.ended;
  expect(stream.retries).toEqual([2000]);
  expect(stream.seen.map(({ event }) => event)).toEqual([
    "gradient_step",
    "gradient_step",
    "training_failed",
    "state",
  ]);
  const stored = await eventsOf(api, place.jobId, { all: true });
  expect(stream.seen.map(({ data }) => JSON.parse(data).data)).toEqual(stored.map(({ data }) => data));
  const [first] = stream.seen;
  expect(JSON.parse(first?.data ?? "")).toEqual({
    id: first?.id,
    type: "gradient_step",
    data: { n: 1 },
    created_at: expect.stringMatching(/Z$/),
  });
});

test("a reader whose connection breaks again and again misses nothing and hears nothing twice", async () => {
  const place = await aPlace();
  const seen: EventSourceMessage[] = [];
  for (let n = 1; n <= 100; n++) {
    await append(place.jobId, n);
    const stream = await open(place, seen.length > 0 ? { "last-event-id": seen.at(-1)?.id ?? "" } : {});
    // Some connections break before their first event, and some after one.
    if (n % 3 > 0) await vi.waitFor(() => expect(stream.seen.length).toBeGreaterThan(0), WAIT);
    await stream.leave();
    seen.push(...stream.seen);
  }
  await askCancel(api.db, place.jobId);
  const last = await open(place, { "last-event-id": seen.at(-1)?.id ?? "" });
  await last.ended;
  expect(numbersIn([...seen, ...last.seen])).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
});

test("a known id resumes after its event; one that is foreign, unknown or garbage starts from the beginning", async () => {
  const [place, other] = [await aPlace(), await aPlace()];
  for (const one of [place, other]) for (const n of [1, 2, 3]) await append(one.jobId, n);
  for (const { jobId } of [place, other]) await askCancel(api.db, jobId);
  const stored = await api.db.prisma.trainingEvent.findMany({
    where: { jobId: place.jobId },
    orderBy: { number: "asc" },
  });
  const foreign = await api.db.prisma.trainingEvent.findFirstOrThrow({ where: { jobId: other.jobId } });
  const from = async (id: string) => {
    const stream = await open(place, { "last-event-id": id });
    await stream.ended;
    return numbersIn(stream.seen);
  };
  expect(await from(stored[0]?.id ?? "")).toEqual([2, 3]);
  expect(await from(stored.at(-1)?.id ?? "")).toEqual([]);
  for (const id of [foreign.id, newId(), "'; drop table", "x".repeat(5000)])
    expect(await from(id)).toEqual([1, 2, 3]);
});

test("a tail has the newest events in full, the rare ones before them, and the sum of those left out", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const { hold } = await takeJob(api, jobId);
  await beginSteps(api, hold, 12);
  const samples = () => sendLive(api.db, hold, { type: "samples", data: { step: 0, samples: [] } });
  for (let number = 1; number <= 12; number++) {
    await recordStep(api.db, hold, { number, metrics: { num_tokens: 10, n: number } });
    if (number % 4 === 0) await samples();
  }
  await failJob(api.db, hold, "for the test");
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const all = await open({ caller, jobId });
  await all.ended;
  const short = await open({ caller, jobId }, {}, "?tail=7");
  await short.ended;
  const isFrequent = ({ event }: EventSourceMessage) => event === "gradient_step";
  const [before, tail] = [all.seen.slice(0, -7), all.seen.slice(-7)];
  expect(short.seen.filter(({ event }) => event !== "so_far").map(({ id }) => id)).toEqual(
    [...before.filter((event) => !isFrequent(event)), ...tail].map(({ id }) => id),
  );
  const lastLeftOut = before.findLast(isFrequent);
  const soFar = short.seen.find(({ event }) => event === "so_far");
  expect(soFar?.id).toBe(lastLeftOut?.id);
  expect(JSON.parse(soFar?.data ?? "").data).toEqual({
    events: all.seen.findIndex(({ id }) => id === lastLeftOut?.id) + 1,
    steps: numbersIn(before).length,
    tokens: numbersIn(before).length * 10,
  });
  // A reader who resumes within the tail gets each event, and one who resumes before it only the rare ones.
  const resumed = await open({ caller, jobId }, { "last-event-id": soFar?.id ?? "" }, "?tail=7");
  await resumed.ended;
  expect(resumed.seen.map(({ id }) => id)).toEqual(
    all.seen.slice(all.seen.findIndex(({ id }) => id === soFar?.id) + 1).map(({ id }) => id),
  );
  const early = await open({ caller, jobId }, { "last-event-id": all.seen[0]?.id ?? "" }, "?tail=0");
  await early.ended;
  expect(numbersIn(early.seen)).toEqual([]);
  expect(early.seen.map(({ event }) => event)).toContain("training_failed");
});

test(
  "two hundred readers hear every event over one listening connection, and cost the database what one does",
  MANY_READERS,
  async () => {
    const place = await aPlace();
    const streams: Awaited<ReturnType<typeof open>>[] = [];
    // They come one group after the other, so their clocks do not go alike.
    while (streams.length < 200)
      streams.push(...(await Promise.all(Array.from({ length: 10 }, () => open(place)))));
    let statements = 0;
    const count = () => void statements++;
    api.db.pool.on("acquire", count);
    // Their ends show that everybody has been looked at again and again, as happens each second.
    for (let time = 0; time < 3; time++) {
      const leaver = byBearer(await api.aCaller(place.project, "viewer"));
      const leaving = await open({ ...place, caller: leaver });
      await api.db.prisma.projectMember.deleteMany({ where: { userId: leaver.userId } });
      await leaving.ended;
    }
    api.db.pool.off("acquire", count);
    expect(statements).toBeLessThan(60);
    await append(place.jobId, 1);
    await vi.waitFor(() => expect(streams.every(({ seen }) => seen.length === 1)).toBe(true), WAIT);
    expect(await listeners()).toBe(1);
    await append(place.jobId, 2);
    await askCancel(api.db, place.jobId);
    await Promise.all(streams.map(({ ended }) => ended));
    for (const { seen } of streams) expect(numbersIn(seen)).toEqual([1, 2]);
    expect(await listeners()).toBe(1);
  },
);

test("soon after the last reader left nothing listens any more", async () => {
  const place = await aPlace();
  const stream = await open(place);
  await append(place.jobId, 1);
  await vi.waitFor(() => expect(stream.seen).toHaveLength(1), WAIT);
  await stream.leave();
  await vi.waitFor(async () => expect(await listeners()).toBe(0), WAIT);
});

test("a listening connection that the database ends is made again, and no event is lost", async () => {
  const place = await aPlace();
  const stream = await open(place);
  await append(place.jobId, 1);
  await vi.waitFor(() => expect(stream.seen).toHaveLength(1), WAIT);
  await api.db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`);
  await append(place.jobId, 2);
  await askCancel(api.db, place.jobId);
  await stream.ended;
  expect(numbersIn(stream.seen)).toEqual([1, 2]);
});

test.each<[string, (place: Place) => Promise<unknown>]>([
  [
    "whose key is revoked",
    ({ caller }) =>
      api.db.prisma.apiKey.updateMany({ where: { userId: caller.userId }, data: { revokedAt: new Date() } }),
  ],
  [
    "whose user is disabled",
    ({ caller }) =>
      api.db.prisma.user.update({ where: { id: caller.userId }, data: { disabledAt: new Date() } }),
  ],
  [
    "who leaves the project",
    ({ caller }) => api.db.prisma.projectMember.deleteMany({ where: { userId: caller.userId } }),
  ],
  [
    "who may only annotate from now on",
    ({ caller }) =>
      api.db.prisma.projectMember.updateMany({
        where: { userId: caller.userId },
        data: { role: "annotator" },
      }),
  ],
])("the stream of a reader %s ends, though the job still runs", async (_, revoke) => {
  const place = await aPlace();
  await takeJob(api, place.jobId);
  const stream = await open(place);
  await revoke(place);
  await stream.ended;
  const heard = stream.seen.length;
  await append(place.jobId, 1);
  expect(stream.seen).toHaveLength(heard);
});

test("the session of a browser that signs out everywhere ends its stream", async () => {
  const place = await aPlace();
  const { hold } = await takeJob(api, place.jobId);
  const stream = await open({
    ...place,
    caller: { ...place.caller, headers: api.sessionHeaders(place.caller) },
  });
  await api.db.prisma.user.update({
    where: { id: place.caller.userId },
    data: { sessionVersion: { increment: 1 } },
  });
  await stream.ended;
  await failJob(api.db, hold, "for the test");
  expect(stream.seen.map(({ event }) => event)).not.toContain("training_failed");
});

async function listeners(): Promise<number> {
  const [row] = await api.db.query(sql`
    select ${columns({ count: int(sql`count(*)`) })} from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`);
  return row?.count ?? 0;
}
