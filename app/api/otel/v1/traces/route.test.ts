import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { describe, expect, test } from "vitest";
import { recordSpans } from "#lib/contract/traces/otel.ts";
import { queryThreads } from "#lib/contract/traces/threads.ts";
import { aRecorder, readCalls } from "#lib/testing/data/call-data.ts";
import { anExport, aSpan, pairs, protobufExport, protobufOf } from "#lib/testing/data/otel-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, recordSpans);

type Recorder = Awaited<ReturnType<typeof aRecorder>>;
const PROTOBUF = { "content-type": "application/x-protobuf" };

/** Sends an export for the recorder's project and gives the answer. */
async function send({ project, caller }: Recorder, body: unknown, headers: Record<string, string> = {}) {
  const all = { project_id: project.path, ...headers };
  return api.send(caller, { path: recordSpans.path, body, headers: all });
}

/** Records one span with these attributes and gives the call that it became. */
async function recorded(attributes: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const recorder = await aRecorder(api);
  const span = aSpan({ attributes, ...more });
  const answer = await send(recorder, anExport([span]));
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
  const [call] = await readCalls(api, recorder);
  if (!call) throw new Error("The span is not a call");
  return { call, span, recorder };
}

test("a span is read back as a call, field by field, with the whole span in its attributes", async () => {
  const parentSpanId = "00f067aa0ba902b7";
  const { call, span, recorder } = await recorded(
    { "wandb.wb_run_id": "run-1", "wandb.display_name": "The parcel", "http.route": "/ask", "http.tries": 2 },
    {
      parentSpanId,
      kind: 3,
      startTimeUnixNano: "1767605400123456789",
      endTimeUnixNano: "1767605400125000000",
      events: [
        { timeUnixNano: "1767605400124000000", name: "retry", attributes: pairs({ "retry.after": 1.5 }) },
      ],
      links: [{ traceId: "0af7651916cd43dd8448eb211c80319c", spanId: parentSpanId, attributes: [] }],
    },
  );
  expect(call).toMatchObject({
    id: span.spanId,
    traceId: span.traceId,
    parentId: parentSpanId,
    opName: "answer",
    displayName: "The parcel",
    threadId: null,
    turnId: null,
    startedAt: "2026-01-05T09:30:00.123456Z",
    endedAt: "2026-01-05T09:30:00.125Z",
    exception: null,
    inputs: {},
    output: null,
    wbRunId: "run-1",
    wbUserId: recorder.caller.userId,
    summary: { weave: { status: "success", latency_ms: 1 } },
  });
  expect(call.attributes.otel_span).toEqual({
    name: "answer",
    context: { trace_id: span.traceId, span_id: span.spanId, trace_state: null },
    parent_id: parentSpanId,
    kind: "CLIENT",
    start_time: "2026-01-05T09:30:00.123456Z",
    end_time: "2026-01-05T09:30:00.125Z",
    status: { code: "UNSET", message: "" },
    attributes: {
      wandb: { wb_run_id: "run-1", display_name: "The parcel" },
      http: { route: "/ask", tries: 2 },
    },
    events: [{ name: "retry", timestamp: "2026-01-05T09:30:00.124Z", attributes: { retry: { after: 1.5 } } }],
    links: [
      { context: { trace_id: "0af7651916cd43dd8448eb211c80319c", span_id: parentSpanId }, attributes: {} },
    ],
    resource: { attributes: { service: { name: "shop" } } },
    scope: { name: "shop.answers", version: "1.2.0", attributes: {} },
  });
});

describe("which project a span goes to", () => {
  test("the resource says it, and else the header or the query", async () => {
    const [one, other] = [await aRecorder(api), await api.aProject()];
    const member = { projectId: other.id, userId: one.caller.userId, role: "engineer" as const };
    await api.db.prisma.projectMember.create({ data: member });
    const { resourceSpans } = anExport([aSpan({ name: "there" })], other);
    const { resourceSpans: more } = anExport([aSpan({ name: "here" })]);
    const body = { resourceSpans: [...Object(resourceSpans), ...Object(more)] };
    expect((await send(one, body)).status).toBe(200);
    const path = `${recordSpans.path}?project_id=${encodeURIComponent(other.path)}`;
    const byQuery = await api.send(one.caller, { path, body: anExport([aSpan({ name: "by query" })]) });
    expect(byQuery.status).toBe(200);
    const names = async (project: Recorder["project"]) =>
      (await readCalls(api, { ...one, project })).map(({ opName }) => opName).sort();
    expect(await names(one.project)).toEqual(["here"]);
    expect(await names(other)).toEqual(["by query", "there"]);
  });

  test("a project that is named without its entity is one of the key's user", async () => {
    const recorder = await aRecorder(api);
    const body = anExport([aSpan()]);
    const [first] = Object(body).resourceSpans;
    first.resource.attributes = pairs({ "wandb.project": recorder.project.name });
    await api.send(recorder.caller, { path: recordSpans.path, body });
    expect(await readCalls(api, recorder)).toHaveLength(1);
  });

  test("an export that names none is a 400 that says how to", async () => {
    const { caller } = await aRecorder(api);
    const answer = await api.send(caller, { path: recordSpans.path, body: anExport([aSpan()]) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ reason: expect.stringContaining("wandb.project") });
  });

  test("an export to a project that is not one's own is a 403 and stores nothing, whatever else is in it", async () => {
    const [mine, theirs] = [await aRecorder(api), await aRecorder(api)];
    const { resourceSpans: here } = anExport([aSpan()], mine.project);
    const { resourceSpans: there } = anExport([aSpan()], theirs.project);
    const answer = await send(mine, { resourceSpans: [...Object(here), ...Object(there)] });
    expect(answer.status).toBe(403);
    expect([await readCalls(api, mine), await readCalls(api, theirs)]).toEqual([[], []]);
  });
});

describe("conversations", () => {
  test("a span that says so is a turn of its thread, and the spans below it are not", async () => {
    const recorder = await aRecorder(api);
    const thread = { "wandb.thread_id": "conversation-1" };
    const turns = [1, 2].map(() => aSpan({ attributes: { ...thread, "wandb.is_turn": true } }));
    const nested = turns.map(({ spanId }) => aSpan({ parentSpanId: spanId, attributes: thread }));
    const untrue = aSpan({ attributes: { ...thread, "wandb.is_turn": "false" } });
    const alone = aSpan({ attributes: { "wandb.is_turn": true } });
    // Children are exported before their parents, since they end before them.
    await send(recorder, anExport([...nested, untrue, alone]));
    await send(recorder, anExport(turns));
    const threads = await api.callAll(recorder.caller, queryThreads, {
      projectId: recorder.project.path,
      offset: 0,
    });
    expect(threads).toMatchObject([
      { threadId: "conversation-1", turnCount: 2, p50TurnDurationMs: 1250, p99TurnDurationMs: 1250 },
    ]);
    const calls = await readCalls(api, recorder);
    const turnIds = calls.flatMap(({ id, turnId }) => (turnId ? [[id, turnId]] : []));
    expect(turnIds.sort()).toEqual(turns.map(({ spanId }) => [spanId, spanId]).sort());
    expect(calls.filter(({ threadId }) => threadId === "conversation-1")).toHaveLength(5);
    expect(
      calls
        .map(({ parentId }) => parentId)
        .filter(Boolean)
        .sort(),
    ).toEqual(turns.map(({ spanId }) => spanId).sort());
  });

  test("a session of an agent and a conversation of the conventions are threads too", async () => {
    const { call: session } = await recorded({ "gcp.vertex.agent.session_id": "session-1" });
    const { call: conversation } = await recorded({ "gen_ai.conversation.id": "conversation-2" });
    expect([session.threadId, conversation.threadId]).toEqual(["session-1", "conversation-2"]);
  });
});

describe("what is exported again", () => {
  test("a span that comes twice is one call, with what came last", async () => {
    const recorder = await aRecorder(api);
    const span = aSpan();
    for (const name of ["first", "second"]) await send(recorder, anExport([span, { ...span, name }]));
    expect(await readCalls(api, recorder)).toMatchObject([{ id: span.spanId, opName: "second" }]);
  });

  test("a span that is exported before it ends is running until it does", async () => {
    const recorder = await aRecorder(api);
    const span = aSpan();
    const status = async () => (await readCalls(api, recorder))[0]?.summary?.weave;
    await send(recorder, anExport([{ ...span, endTimeUnixNano: "0" }]));
    expect(await status()).toMatchObject({ status: "running" });
    await send(recorder, anExport([span]));
    expect(await status()).toMatchObject({ status: "success", latency_ms: 1250 });
  });
});

describe("spans that cannot be stored", () => {
  test.each([
    ["no span id", { spanId: "" }, "spanId is missing"],
    ["a span id of zeros", { spanId: "0".repeat(16) }, "not all zero"],
    ["a trace id that is too short", { traceId: "abcd" }, 'traceId is "abcd"'],
    ["a parent that is not an id", { parentSpanId: "somebody" }, 'parentSpanId is "somebody"'],
    ["no start", { startTimeUnixNano: "0" }, "startTimeUnixNano is missing"],
    ["an end that is not a time", { endTimeUnixNano: "soon" }, 'endTimeUnixNano is "soon"'],
    [
      "a thread of a kilobyte",
      { attributes: pairs({ "wandb.thread_id": "x".repeat(1024) }) },
      "wandb.thread_id",
    ],
  ])("a span with %s is counted and named, and the others are stored", async (_, broken, reason) => {
    const recorder = await aRecorder(api);
    const good = aSpan();
    const answer = await send(recorder, anExport([{ ...aSpan(), ...broken }, good]));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      partialSuccess: { rejectedSpans: "1", errorMessage: expect.stringContaining(reason) },
    });
    expect((await readCalls(api, recorder)).map(({ id }) => id)).toEqual([good.spanId]);
  });

  test("a tree that is none is a 422 that says where", async () => {
    const recorder = await aRecorder(api);
    const answer = await send(recorder, { resourceSpans: [{ scopeSpans: [7] }] });
    expect(answer.status).toBe(422);
    const loc = ["body", "resourceSpans", 0, "scopeSpans", 0];
    expect(await answer.json()).toMatchObject({ detail: [{ loc, type: "dict_type" }] });
  });
});

describe("protobuf", () => {
  const ids = () => ({ trace: randomBytes(16), id: randomBytes(8) });
  const bytesOf = ({ trace, id }: ReturnType<typeof ids>, name = "binary") =>
    protobufOf([
      [1, trace],
      [2, id],
      [5, name],
      [7, 1_767_605_400_000_000_000n],
      [8, 1_767_605_400_000_001_000n],
      // A field of a later version.
      [99, "tomorrow"],
    ]);

  test("is stored like JSON and answered with an empty message", async () => {
    const recorder = await aRecorder(api);
    const span = ids();
    for (const [body, headers] of [
      [protobufExport([bytesOf(span)]), PROTOBUF],
      [gzipSync(protobufExport([bytesOf(span)])), { ...PROTOBUF, "content-encoding": "gzip" }],
      [new Uint8Array(), PROTOBUF],
    ] as const) {
      const answer = await send(recorder, body, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/x-protobuf");
      expect((await answer.arrayBuffer()).byteLength).toBe(0);
    }
    expect(await readCalls(api, recorder)).toMatchObject([
      {
        id: span.id.toString("hex"),
        traceId: span.trace.toString("hex"),
        opName: "binary",
        endedAt: "2026-01-05T09:30:00.000001Z",
      },
    ]);
  });

  test("spans that cannot be stored are reported in protobuf", async () => {
    const recorder = await aRecorder(api);
    const broken = bytesOf({ trace: randomBytes(16), id: randomBytes(3) });
    const answer = await send(recorder, protobufExport([broken, bytesOf(ids())]), PROTOBUF);
    const reader = new BinaryReader(new Uint8Array(await answer.arrayBuffer()));
    expect(reader.tag()).toEqual([1, 2]);
    reader.uint32();
    expect(reader.tag()).toEqual([1, 0]);
    expect(reader.int64()).toBe(1n);
    expect(reader.tag()).toEqual([2, 2]);
    expect(reader.string()).toContain("spanId");
    expect(await readCalls(api, recorder)).toHaveLength(1);
  });

  test("bytes that are not such a message are a 400 in JSON, and nothing is stored", async () => {
    const recorder = await aRecorder(api);
    const whole = protobufExport([bytesOf(ids())]);
    for (const body of [whole.subarray(0, -1), new Uint8Array([0xff, 0xff]), Buffer.from("{}")]) {
      const answer = await send(recorder, body, PROTOBUF);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        reason: expect.stringContaining("ExportTraceServiceRequest"),
      });
    }
    expect(await readCalls(api, recorder)).toEqual([]);
  });
});
