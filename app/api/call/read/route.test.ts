import { expect, test } from "vitest";
import { deleteCalls, readCall } from "#lib/contract/traces/calls.ts";
import { aRecorder, aStart, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, readCall, async ({ project, caller }) => {
  const [id] = await recordCalls(api, { project, caller }, [{}]);
  return { project_id: project.path, id };
});

test("a call is returned whole, under its names on the wire", async () => {
  const recorder = await aRecorder(api);
  const sent = {
    display_name: "Parcel",
    parent_id: "above",
    thread_id: "thread",
    turn_id: "turn",
    op_name: `weave:///${recorder.project.path}/op/answer:abc`,
    started_at: "2026-01-01T00:00:00.000001Z",
    ended_at: "2026-01-01T00:00:00.5Z",
    attributes: { model: "tiny" },
    otel_dump: { kind: "SERVER" },
    inputs: { question: "?" },
    output: ["!"],
    summary: { usage: {}, status_counts: { error: 1 } },
    wb_run_id: "run",
    wb_run_step: 1,
    wb_run_step_end: 2,
  };
  const [id] = await recordCalls(api, recorder, [{ ...sent, trace_id: "trace" }]);
  const body = { project_id: recorder.project.path, id, include_usernames: true, include_storage_size: true };
  const response = await api.send(recorder.caller, { path: readCall.path, body });
  const { otel_dump: otelSpan, ...shown } = sent;
  const user = recorder.caller.userId;
  expect(await response.json()).toEqual({
    call: {
      ...shown,
      id,
      project_id: recorder.project.path,
      trace_id: "trace",
      ended_at: "2026-01-01T00:00:00.500Z",
      attributes: { model: "tiny", otel_span: otelSpan },
      summary: {
        ...sent.summary,
        weave: {
          status: "descendant_error",
          trace_name: "answer",
          display_name: "Parcel",
          latency_ms: 499,
        },
      },
      exception: null,
      wb_user_id: user,
      svc_user_id: user,
      wb_username: recorder.caller.name,
      deleted_at: null,
      expire_at: null,
      storage_size_bytes: expect.any(Number),
    },
  });
});

test("a missing, deleted or unstarted call is null", async () => {
  const recorder = await aRecorder(api);
  const [id = ""] = await recordCalls(api, recorder, [{}]);
  const projectId = recorder.project.path;
  await api.call(recorder.caller, deleteCalls, { projectId, callIds: [id] });
  for (const missing of [id, "nothing"])
    expect(await api.call(recorder.caller, readCall, { projectId, id: missing })).toEqual({ call: null });
});

test("an annotator reads a queue's calls and those around them, and nothing else", async () => {
  const recorder = await aRecorder(api);
  const { project } = recorder;
  const annotator = await api.aCaller(project, "annotator");
  const [queued = "", sameTrace = "", sameThread = "", other = ""] = await recordCalls(api, recorder, [
    { trace_id: "t1", thread_id: "c1" },
    { trace_id: "t1" },
    { trace_id: "t2", thread_id: "c1" },
    { trace_id: "t3", thread_id: "c3" },
  ]);
  const readable = async () => {
    const ids = [];
    for (const id of [queued, sameTrace, sameThread, other]) {
      const { call } = await api.call(annotator, readCall, { projectId: project.path, id });
      if (call) ids.push(call.id);
    }
    return ids;
  };
  expect(await readable()).toEqual([]);
  const queue = { id: aStart(project).id, projectId: project.id, name: "q", scorerRefs: [], createdBy: "x" };
  await api.db.prisma.annotationQueue.create({ data: queue });
  await api.db.prisma.queueItem.create({
    data: {
      id: aStart(project).id,
      projectId: project.id,
      queueId: queue.id,
      callId: queued,
      callStartedAt: new Date(0),
      callOpName: "answer",
      callTraceId: "t1",
      displayFields: [],
      addedBy: "x",
    },
  });
  expect(await readable()).toEqual([queued, sameTrace, sameThread]);
  await api.db.prisma.annotationQueue.update({ where: { id: queue.id }, data: { deletedAt: new Date() } });
  expect(await readable()).toEqual([]);
});
