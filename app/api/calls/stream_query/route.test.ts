import { describe, expect, test, vi } from "vitest";
import { streamCalls } from "#lib/contract/traces/calls.ts";
import { newId } from "#lib/platform/ids.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { aRecorder, readCalls, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, streamCalls);

type Read = NonNullable<Parameters<typeof readCalls>[2]>;
const get = (field: string) => ({ $getField: field });
const is = (field: string, value: unknown) => ({ $eq: [get(field), { $literal: value }] });

/** Records calls and gives what a read of them finds, by their places. */
async function recorded(calls: Record<string, unknown>[]) {
  const recorder = await aRecorder(api);
  const ids = await recordCalls(api, recorder, calls);
  const find = async (input: Read) =>
    (await readCalls(api, recorder, input)).map((call) => ids.indexOf(call.id));
  // The wire's query is the code's; the test writes it as JSON.
  const where = (expression: unknown) => find({ query: { $expr: expression } as Read["query"] });
  return { recorder, ids, find, where };
}

test("calls come one per line, by their start, without those of other projects", async () => {
  const { recorder, ids } = await recorded([{}, {}]);
  await recorded([{}]);
  const body = { project_id: recorder.project.path };
  const response = await api.send(recorder.caller, { path: streamCalls.path, body });
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = (await response.text()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids);
  const none = { ...body, filter: { call_ids: ["none"] } };
  expect(await (await api.send(recorder.caller, { path: streamCalls.path, body: none })).text()).toBe("");
});

test("large calls after many small ones come in whatever order is asked, each, and few are held at a time", {
  tags: ["long"],
}, async () => {
  const random = seededRandom(7);
  const text = (chars: number) =>
    Array.from({ length: chars / 8 }, () => random().toString(36).slice(2, 10).padEnd(8, "-")).join("");
  const calls = Array.from({ length: 60 }, (_, n) => ({
    op_name: `op ${String(n).padStart(2, "0")}`,
    started_at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
    inputs: { text: n % 30 < 20 ? "small" : text(1_000_000) },
  }));
  const { find } = await recorded(calls);
  const places = calls.map((_, n) => n);
  const orders: [Read, number[]][] = [
    [{}, places],
    [{ sortBy: [{ field: "started_at", direction: "desc" }] }, places.toReversed()],
    [{ sortBy: [{ field: "op_name", direction: "asc" }] }, places],
  ];
  for (const [read, wanted] of orders) {
    const statements = vi.spyOn(api.db, "query");
    expect(await find(read)).toEqual(wanted);
    const results = await Promise.all(statements.mock.results.map(({ value }) => value));
    statements.mockRestore();
    const sizes = results.map((rows) => JSON.stringify(rows).length);
    // Four mebibytes and the call that goes beyond them.
    expect(Math.max(...sizes)).toBeLessThan(5.5e6);
    expect(sizes.filter((size) => size > 1e6).length).toBeGreaterThanOrEqual(4);
  }
});

describe("filters", () => {
  test("each names what it keeps, and together they narrow", async () => {
    const { find, ids, recorder } = await recorded([
      { op_name: "weave:///e/p/op/ask:v1", trace_id: "t1", thread_id: "c1", turn_id: "u1" },
      { op_name: "weave:///e/p/op/ask:v2", trace_id: "t1", parent_id: "p1", wb_run_id: "r1" },
      { op_name: "ask", trace_id: "t2", thread_id: "c1", inputs: { ref: "weave:///e/p/object/o:1" } },
      { op_name: "weave:///e/p/op/asking:v1", trace_id: "t3", output: ["weave:///e/p/object/o:12"] },
    ]);
    const filter = (more: NonNullable<Read["filter"]>) => find({ filter: more });
    expect(await filter({ opNames: ["weave:///e/p/op/ask:*"] })).toEqual([0, 1]);
    expect(await filter({ opNames: ["ask", "weave:///e/p/op/ask:v2"] })).toEqual([1, 2]);
    expect(await filter({ traceIds: ["t1", "t3"] })).toEqual([0, 1, 3]);
    expect(await filter({ threadIds: ["c1"], traceIds: ["t1"] })).toEqual([0]);
    expect(await filter({ turnIds: ["u1"] })).toEqual([0]);
    expect(await filter({ parentIds: ["p1"] })).toEqual([1]);
    expect(await filter({ traceRootsOnly: true })).toEqual([0, 2, 3]);
    expect(await filter({ wbRunIds: ["r1"] })).toEqual([1]);
    expect(await filter({ callIds: [ids[3] ?? "", "none"] })).toEqual([3]);
    expect(await filter({ wbUserIds: [recorder.caller.userId] })).toEqual([0, 1, 2, 3]);
    expect(await filter({ inputRefs: ["weave:///e/p/object/o:1"] })).toEqual([2]);
    expect(await filter({ outputRefs: ["weave:///e/p/object/o:1"] })).toEqual([]);
    expect(await filter({ outputRefs: ["weave:///e/p/object/o:*"] })).toEqual([3]);
    expect(await filter({ callIds: [] })).toEqual([]);
  });
});

describe("queries", () => {
  test("reach every field and below every document", async () => {
    const { where } = await recorded([
      { inputs: { a: { b: "x" } }, output: 5, attributes: { env: "prod" }, summary: { n: 10 } },
      { inputs: { a: { b: "y" } }, output: 40, exception: "boom", display_name: "Named" },
      { op_name: "other", otel_dump: { kind: "SERVER" }, wb_run_step: 3 },
    ]);
    expect(await where(is("inputs.a.b", "x"))).toEqual([0]);
    expect(await where(is("attributes.env", "prod"))).toEqual([0]);
    expect(await where(is("attributes.otel_span.kind", "SERVER"))).toEqual([2]);
    expect(await where(is("op_name", "other"))).toEqual([2]);
    expect(await where(is("wb_run_step", 3))).toEqual([2]);
    expect(await where(is("exception", "boom"))).toEqual([1]);
    expect(await where(is("display_name", null))).toEqual([0, 2]);
    const number = { $convert: { input: get("output"), to: "double" } };
    expect(await where({ $gt: [number, { $literal: 6 }] })).toEqual([1]);
    expect(await where({ $gte: [get("started_at"), { $literal: "2026-01-01T00:00:01Z" }] })).toEqual([1, 2]);
    expect(await where({ $not: [is("summary.n", 10)] })).toEqual([1, 2]);
  });

  test("know the state that reading derives", async () => {
    const { where } = await recorded([
      { ended_at: "2026-01-01T00:00:00.250Z" },
      { exception: "boom" },
      { summary: { status_counts: { success: 1, error: 2 } } },
      { op_name: "weave:///e/p/op/ask:v1" },
    ]);
    expect(await where(is("summary.weave.status", "success"))).toEqual([0, 3]);
    expect(await where(is("summary.weave.status", "error"))).toEqual([1]);
    expect(await where(is("summary.weave.status", "descendant_error"))).toEqual([2]);
    expect(await where(is("summary.weave.latency_ms", 250))).toEqual([0]);
    expect(await where(is("summary.weave.trace_name", "ask"))).toEqual([3]);
  });

  test("find the calls of a queue, together with other conditions", async () => {
    const { where, ids, recorder } = await recorded([{}, { op_name: "other" }, {}]);
    const [full, empty] = [await aQueueOf(recorder.project.id, ids.slice(0, 2)), newId()];
    expect(await where(is("annotation_queue_items.queue_id", full))).toEqual([0, 1]);
    const both = { $and: [is("annotation_queue_items.queue_id", full), is("op_name", "other")] };
    expect(await where(both)).toEqual([1]);
    expect(await where({ $not: [is("annotation_queue_items.queue_id", full)] })).toEqual([2]);
    expect(await where(is("annotation_queue_items.queue_id", empty))).toEqual([]);
  });

  test("find calls by the feedback about them", async () => {
    const { where, ids, recorder } = await recorded([{}, {}, {}]);
    await addFeedback(recorder, ids[0] ?? "", { feedbackType: "wandb.note.1", payload: { note: "good" } });
    await addFeedback(recorder, ids[1] ?? "", { feedbackType: "rating", payload: { stars: 4 } });
    expect(await where(is("feedback.[wandb.note.1].payload.note", "good"))).toEqual([0]);
    expect(await where(is("feedback.[rating].payload.note", "good"))).toEqual([]);
    expect(await where(is("feedback.[*].payload.stars", "4"))).toEqual([1]);
  });

  test("find nothing by what hangs on another project's call of the same id", async () => {
    const { where, ids, recorder } = await recorded([{}]);
    const theirs = await aRecorder(api);
    const [id = ""] = await recordCalls(api, theirs, [{ id: ids[0] }]);
    await addFeedback(theirs, id, { feedbackType: "rating", payload: { stars: 4 } });
    const queue = await aQueueOf(theirs.project.id, [id]);
    for (const field of ["feedback.[*].payload.stars", "feedback.[*].id", "annotation_queue_items.queue_id"])
      expect(await where({ $convert: { input: get(field), to: "exists" } }), field).toEqual([]);
    expect(await where(is("annotation_queue_items.queue_id", queue))).toEqual([]);
    expect(await where({ $not: [is("project_id", recorder.project.path)] })).toEqual([]);
  });

  test("of an annotator search the calls that a queue reaches, by nobody else's feedback", async () => {
    const { recorder, ids } = await recorded([{ display_name: "queued" }, { display_name: "secret" }]);
    const [queued = "", hidden = ""] = ids;
    await aQueueOf(recorder.project.id, [queued]);
    await addFeedback(recorder, queued, { feedbackType: "rating", payload: { stars: 4 } });
    const annotator = {
      project: recorder.project,
      caller: await api.aCaller(recorder.project, "annotator"),
    };
    const finds = async (input: Read) => (await readCalls(api, annotator, input)).map(({ id }) => id);
    const anyOf = (expression: unknown) => finds({ query: { $expr: expression } as Read["query"] });
    expect(await anyOf({ $or: [is("display_name", "secret"), is("display_name", "queued")] })).toEqual([
      queued,
    ]);
    expect(await anyOf({ $not: [is("id", queued)] })).toEqual([]);
    expect(await finds({ filter: { callIds: [hidden] } })).toEqual([]);
    expect(await anyOf(is("feedback.[*].payload.stars", "4"))).toEqual([]);
    await addFeedback(annotator, queued, { feedbackType: "rating", payload: { stars: 5 } });
    expect(await anyOf(is("feedback.[*].payload.stars", "5"))).toEqual([queued]);
  });

  test("with a field that a call does not have are a 400 that names the fields", async () => {
    const { recorder } = await recorded([{}]);
    const body = { project_id: recorder.project.path, query: { $expr: is("secret", 1) } };
    const response = await api.send(recorder.caller, { path: streamCalls.path, body });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { reason: string }).reason).toMatch(/no field secret.*op_name/);
  });
});

describe("order and pages", () => {
  test("sorts by several fields, JSON numbers before texts, and missing values last both ways", async () => {
    const { find } = await recorded([
      { inputs: { rank: 10 } },
      { inputs: { rank: 9 } },
      { inputs: { rank: "1" } },
      { inputs: {} },
    ]);
    const by = (direction: "asc" | "desc") => find({ sortBy: [{ field: "inputs.rank", direction }] });
    expect(await by("asc")).toEqual([1, 0, 2, 3]);
    expect(await by("desc")).toEqual([0, 1, 2, 3]);
    expect(await find({ sortBy: [{ field: "started_at", direction: "desc" }] })).toEqual([3, 2, 1, 0]);
    expect(await find({ sortBy: [] })).toHaveLength(4);
  });

  test("unknown sort fields, columns and directions are a 422, and so are negative limits", async () => {
    const { recorder } = await recorded([]);
    for (const wrong of [
      { sort_by: [{ field: "secret", direction: "asc" }] },
      { sort_by: [{ field: "started_at", direction: "up" }] },
      { columns: ["secret"] },
      { limit: -1 },
      { offset: -1 },
    ]) {
      const body = { project_id: recorder.project.path, ...wrong };
      expect((await api.send(recorder.caller, { path: streamCalls.path, body })).status).toBe(422);
    }
  });

  test.each([
    ["the order of start", [{ field: "started_at", direction: "desc" }] as const],
    ["another order", [{ field: "wb_run_step", direction: "asc" }] as const],
  ])("limit and offset cut %s, and many pages lose and repeat nothing", async (_, sortBy) => {
    const count = 1300;
    const { find } = await recorded(
      // Many share a start, so that pages break inside ties.
      Array.from({ length: count }, (__, i) => ({ id: `call-${i}`, wb_run_step: i % 7 })),
    );
    const all = await find({ sortBy: [...sortBy] });
    expect(new Set(all).size).toBe(count);
    expect(await find({ sortBy: [...sortBy], limit: 605, offset: 95 })).toEqual(all.slice(95, 700));
    expect(await find({ sortBy: [...sortBy], offset: 1290 })).toEqual(all.slice(1290));
    expect(await find({ sortBy: [...sortBy], limit: 0 })).toEqual([]);
  });

  test("a reader who leaves early gives the connection back", async () => {
    const { recorder } = await recorded(
      Array.from({ length: 1000 }, () => ({ inputs: { text: "x".repeat(20_000) } })),
    );
    const sort_by = [{ field: "op_name", direction: "asc" }];
    for (let i = 0; i < 15; i++) {
      const reading = new AbortController();
      const response = await fetch(`${api.url}/api${streamCalls.path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...recorder.caller.headers },
        body: JSON.stringify({ project_id: recorder.project.path, sort_by }),
        signal: reading.signal,
      });
      expect(response.status).toBe(200);
      await response.body?.getReader().read();
      reading.abort();
    }
  });
});

test("feedback comes along when asked for, an annotator's own alone", async () => {
  const { recorder, ids } = await recorded([{}, {}]);
  const [first = "", second = ""] = ids;
  await aQueueOf(recorder.project.id, ids);
  const annotator = await api.aCaller(recorder.project, "annotator");
  const reader = { project: recorder.project, caller: annotator };
  await addFeedback(recorder, first, { feedbackType: "rating", payload: { stars: 4 } });
  await addFeedback(reader, second, { feedbackType: "rating", payload: { stars: 5 } });
  const read = async (by: typeof reader) => {
    const calls = await readCalls(api, by, { includeFeedback: true });
    return calls.map((call) => {
      const weave = call.summary?.weave as
        | { feedback: { payload: unknown; weave_ref: string }[] }
        | undefined;
      return weave?.feedback.map((row) => [row.payload, row.weave_ref.endsWith(call.id)]);
    });
  };
  expect(await read(recorder)).toEqual([[[{ stars: 4 }, true]], [[{ stars: 5 }, true]]]);
  expect(await read(reader)).toEqual([[], [[{ stars: 5 }, true]]]);
  const plain = await readCalls(api, recorder);
  expect(plain[0]?.summary?.weave).not.toHaveProperty("feedback");
});

test("chosen columns come with those that always do", async () => {
  const { recorder } = await recorded([{ inputs: { a: 1, b: 2 }, output: 3, attributes: { c: 4 } }]);
  const body = { project_id: recorder.project.path, columns: ["inputs.a", "ended_at"] };
  const response = await api.send(recorder.caller, { path: streamCalls.path, body });
  expect(JSON.parse(await response.text())).toEqual({
    id: expect.any(String),
    trace_id: expect.any(String),
    project_id: recorder.project.path,
    op_name: "answer",
    started_at: "2026-01-01T00:00:00.000Z",
    ended_at: "2026-01-01T00:01:00.000Z",
    inputs: { a: 1, b: 2 },
    attributes: {},
  });
});

test("the size of a trace stands on its root", async () => {
  const { recorder } = await recorded([
    { trace_id: "t", inputs: { a: 1 }, attributes: {} },
    { trace_id: "t", parent_id: "p", inputs: { a: 1 }, attributes: {} },
  ]);
  const [root, child] = await readCalls(api, recorder, {
    includeStorageSize: true,
    includeTotalStorageSize: true,
  });
  expect([root?.storageSizeBytes, root?.totalStorageSizeBytes]).toEqual([9, 18]);
  expect([child?.storageSizeBytes, child?.totalStorageSizeBytes]).toEqual([9, null]);
});

async function aQueueOf(projectId: string, callIds: string[]): Promise<string> {
  const id = newId();
  await api.db.prisma.annotationQueue.create({
    data: { id, projectId, name: "q", scorerRefs: [], createdBy: "someone" },
  });
  for (const callId of callIds)
    await api.db.prisma.queueItem.create({
      data: {
        id: newId(),
        projectId,
        queueId: id,
        callId,
        callStartedAt: new Date(0),
        callOpName: "answer",
        callTraceId: "t",
        displayFields: [],
        addedBy: "someone",
      },
    });
  return id;
}

async function addFeedback(
  { project, caller }: Awaited<ReturnType<typeof aRecorder>>,
  callId: string,
  data: { feedbackType: string; payload: object },
): Promise<void> {
  await api.db.prisma.feedback.create({
    data: {
      ...data,
      id: newId(),
      projectId: project.id,
      weaveRef: `weave:///${project.path}/call/${callId}`,
      callId,
      userId: caller.userId,
      contentHash: new Uint8Array(),
    },
  });
}
