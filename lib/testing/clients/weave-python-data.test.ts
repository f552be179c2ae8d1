import { expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { startHarness } from "../harness.ts";
import { NOTHING, pythonRequests, pythonStart, startOf } from "./python-requests.ts";

const api = startHarness();

async function aTracer() {
  const { project, caller } = await aRecorder(api);
  const requests = pythonRequests(api, caller);
  const call = pythonStart(project.path);
  await requests.upsertBatch([startOf(call)]);
  return {
    project: project.path,
    caller,
    callId: call.id,
    callRef: `weave:///${project.path}/call/${call.id}`,
    ...requests,
  };
}

/** Feedback with all the fields that the client writes. */
function feedback(project: string, more: Record<string, unknown>) {
  return {
    project_id: project,
    id: newId(),
    creator: NOTHING,
    annotation_ref: NOTHING,
    runnable_ref: NOTHING,
    call_ref: NOTHING,
    trigger_ref: NOTHING,
    queue_id: NOTHING,
    wb_user_id: NOTHING,
    scorer_tags: [],
    scorer_tag_reasons: {},
    scorer_ratings: {},
    a_field_of_tomorrow: true,
    ...more,
  };
}

const fieldIs = (field: string, value: string) => ({ $eq: [{ $getField: field }, { $literal: value }] });

test("reactions and notes of a call are found as the client looks for them, and deleted by id", async () => {
  const { project, callRef, caller, json } = await aTracer();
  const thumbs = feedback(project, {
    weave_ref: callRef,
    feedback_type: "wandb.reaction.1",
    payload: { emoji: "👍🏻" },
  });
  const note = feedback(project, {
    weave_ref: callRef,
    feedback_type: "wandb.note.1",
    payload: { note: "Good" },
  });
  const own = feedback(project, {
    tracing_ref: callRef,
    feedback_type: "correctness",
    payload: { value: [1] },
  });
  const { res } = await json("POST", "/feedback/batch/create", { batch: [thumbs, note, own] });
  expect(res).toMatchObject([
    {
      id: thumbs.id,
      wb_user_id: caller.userId,
      payload: { emoji: "👍🏻", detoned: "👍", detoned_alias: ":thumbs_up:" },
    },
    { id: note.id, payload: { note: "Good" } },
    { id: own.id, payload: { value: [1] } },
  ]);
  const find = async (...conditions: object[]) => {
    const query = { $expr: { $and: [fieldIs("weave_ref", callRef), ...conditions] } };
    const sort = [{ field: "created_at", direction: "asc" }];
    const body = { project_id: project, fields: NOTHING, query, sort_by: sort, limit: 100, offset: 0 };
    const { result, total_count } = await json("POST", "/feedback/query", body);
    expect(total_count).toBe(result.length);
    return result.map(({ id }: { id: string }) => id);
  };
  expect((await find()).sort()).toEqual([thumbs.id, note.id, own.id].sort());
  expect(await find(fieldIs("payload.emoji", "👍🏻"))).toEqual([thumbs.id]);
  expect(await find(fieldIs("payload.detoned_alias", ":thumbs_up:"))).toEqual([thumbs.id]);
  expect(await find(fieldIs("feedback_type", "correctness"))).toEqual([own.id]);
  const count = await json("POST", "/feedback/query", {
    project_id: project,
    fields: ["count(*)"],
    query: NOTHING,
  });
  expect(count.result).toEqual([{ "count(*)": 3 }]);

  const purge = (expression: object) =>
    json("POST", "/feedback/purge", { project_id: project, query: { $expr: expression } });
  expect(await purge(fieldIs("id", thumbs.id))).toEqual({});
  expect(await purge({ $or: [fieldIs("id", note.id), fieldIs("id", thumbs.id)] })).toEqual({});
  expect(await find()).toEqual([own.id]);
});

test("a retried batch of feedback is the same feedback, and a single one has the same answer", async () => {
  const { project, callRef, json } = await aTracer();
  const note = feedback(project, {
    weave_ref: callRef,
    feedback_type: "wandb.note.1",
    payload: { note: "Once" },
  });
  const first = await json("POST", "/feedback/batch/create", { batch: [note] });
  expect(await json("POST", "/feedback/batch/create", { batch: [note] })).toEqual(first);
  expect(await json("POST", "/feedback/create", note)).toEqual(first.res[0]);
  const replaced = await json("POST", "/feedback/replace", {
    ...note,
    id: NOTHING,
    feedback_id: note.id,
    payload: { note: "Twice" },
  });
  expect(replaced).toMatchObject({ payload: { note: "Twice" } });
  const { result } = await json("POST", "/feedback/query", { project_id: project });
  expect(result.map(({ id }: { id: string }) => id)).toEqual([replaced.id]);
});

test("the paths that payloads are said to have are the metrics that the client then asks for", async () => {
  const { project, callRef, json } = await aTracer();
  const scored = (score: number, isGood: boolean) =>
    feedback(project, {
      weave_ref: callRef,
      feedback_type: "wandb.runnable.judge",
      runnable_ref: `weave:///${project}/object/judge:v0`,
      payload: { output: { score, is_good: isGood } },
    });
  await json("POST", "/feedback/batch/create", { batch: [scored(0.25, true), scored(0.75, false)] });
  const selection = {
    project_id: project,
    start: new Date(Date.now() - 600_000).toISOString().replace("Z", "+00:00"),
    end: NOTHING,
    feedback_type: "wandb.runnable.judge",
    trigger_ref: NOTHING,
  };
  const { paths } = await json("POST", "/feedback/payload_schema", { ...selection, sample_limit: 2000 });
  expect(paths).toEqual([
    { json_path: "output.is_good", value_type: "boolean" },
    { json_path: "output.score", value_type: "numeric" },
  ]);
  const metrics = paths.map((path: object) => ({ ...path, aggregations: [], percentiles: [50] }));
  const how = { granularity: NOTHING, timezone: "UTC", metrics };
  const { window_stats, granularity } = await json("POST", "/feedback/stats", { ...selection, ...how });
  expect(granularity).toBe(300);
  expect(window_stats).toEqual({
    output_is_good: { count_true: 1, count_false: 1 },
    output_score: { avg: 0.5, min: 0.25, max: 0.75, p50: 0.5 },
  });
});

test("a large dataset comes as small tables that are joined, and its rows are read in pages and by reference", async () => {
  const { project, json, send } = await aTracer();
  const rows = Array.from({ length: 25 }, (_, i) => ({ question: `Question ${i}`, weight: i / 2 }));
  // An empty list asks whether tables can be joined at all.
  expect(
    (await send("POST", "/table/create_from_digests", { project_id: project, row_digests: [] })).status,
  ).toBe(200);
  const digests: string[] = [];
  for (let at = 0; at < rows.length; at += 10) {
    const table = { project_id: project, rows: rows.slice(at, at + 10), expected_digest: NOTHING };
    digests.push(...(await json("POST", "/table/create", { table })).row_digests);
  }
  const joined = { project_id: project, row_digests: digests, expected_digest: NOTHING };
  const { digest: table } = await json("POST", "/table/create_from_digests", joined);
  const val = {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name: "questions",
    description: NOTHING,
    rows: `weave:///${project}/table/${table}`,
  };
  const { digest } = await json("POST", "/obj/create", {
    obj: { project_id: project, object_id: "questions", val },
  });

  const { obj } = await json("POST", "/obj/read", {
    project_id: project,
    object_id: "questions",
    digest: "latest",
  });
  expect(obj).toMatchObject({ digest, base_object_class: "Dataset", val });
  expect(await json("POST", "/table/query_stats", { project_id: project, digest: table })).toEqual({
    count: 25,
  });
  const page = (offset: number) =>
    json("POST", "/table/query", {
      project_id: project,
      digest: table,
      filter: NOTHING,
      limit: 20,
      offset,
      sort_by: NOTHING,
    });
  const pages = [...(await page(0)).rows, ...(await page(20)).rows];
  expect(pages.map(({ val: row }) => row)).toEqual(rows);
  const row = `weave:///${project}/object/questions:${digest}/attr/rows/id/${digests[7]}`;
  expect(await json("POST", "/refs/read_batch", { refs: [row, `${row}/key/weight`] })).toEqual({
    vals: [rows[7], 3.5],
  });

  const update = {
    project_id: project,
    base_digest: table,
    updates: [{ append: { row: { question: "One more" } } }],
  };
  const grown = await json("POST", "/table/update", update);
  const stats = { project_id: project, digests: [table, grown.digest], include_storage_size: false };
  expect(await json("POST", "/table/query_stats_batch", stats)).toMatchObject({
    tables: [{ count: 25 }, { count: 26 }],
  });
});

test("a queue is made, changed with three nulls, worked through and deleted by its path and query alone", async () => {
  const { project, callId, caller, json, lines, send } = await aTracer();
  const make = { project_id: project, name: "Review", description: "", scorer_refs: [], wb_user_id: NOTHING };
  const { id } = await json("POST", "/annotation_queues", make);
  const address = `/annotation_queues/${id}`;
  const inQuery = `${address}?project_id=${encodeURIComponent(project)}`;
  const { queue } = await json("GET", inQuery);
  expect(queue).toMatchObject({ id, name: "Review", description: "", scorer_refs: [], deleted_at: null });
  const nothing = { project_id: project, name: NOTHING, description: NOTHING, scorer_refs: NOTHING };
  expect((await json("PUT", address, nothing)).queue).toMatchObject({ name: "Review" });
  expect((await json("PUT", address, { ...nothing, name: "Second look" })).queue.name).toBe("Second look");
  const all = {
    project_id: project,
    name: "look",
    sort_by: [{ field: "created_at", direction: "desc" }],
    limit: NOTHING,
    offset: NOTHING,
  };
  expect(await lines("/annotation_queues/query", all)).toMatchObject([{ id }]);

  const add = {
    project_id: project,
    call_ids: [callId],
    display_fields: ["inputs.question"],
    wb_user_id: NOTHING,
  };
  expect(await json("POST", `${address}/items`, add)).toMatchObject({ added_count: 1, duplicates: 0 });
  expect(await json("POST", `${address}/items`, add)).toMatchObject({ added_count: 0, duplicates: 1 });
  const list = {
    project_id: project,
    filter: NOTHING,
    sort_by: NOTHING,
    limit: NOTHING,
    offset: NOTHING,
    include_position: true,
  };
  const { items } = await json("POST", `${address}/items/query`, list);
  expect(items).toMatchObject([{ call_id: callId, annotation_state: "unstarted", position_in_queue: 1 }]);
  for (const state of ["in_progress", "completed"]) {
    const progress = { project_id: project, annotation_state: state, wb_user_id: NOTHING };
    const { item } = await json("POST", `${address}/items/${items[0].id}/progress`, progress);
    expect(item).toMatchObject({ annotation_state: state, annotator_user_id: caller.userId });
  }
  const stats = await json("POST", "/annotation_queues/stats", { project_id: project, queue_ids: [id] });
  expect(stats).toEqual({ stats: [{ queue_id: id, total_items: 1, completed_items: 1 }] });
  const byQueue = { project_id: project, query: { $expr: fieldIs("annotation_queue_items.queue_id", id) } };
  expect(await lines("/calls/stream_query", byQueue)).toMatchObject([{ id: callId }]);

  expect((await json("DELETE", inQuery)).queue.deleted_at).not.toBeNull();
  expect((await send("GET", inQuery)).status).toBe(404);
  expect((await send("DELETE", inQuery)).status).toBe(404);
});

test("a human annotation is checked against its spec and found again with its call", async () => {
  const { project, callId, callRef, json, send, lines } = await aTracer();
  const val = { name: "Stars", field_schema: { type: "integer", minimum: 0, maximum: 5 } };
  const obj = { project_id: project, object_id: "stars", val, builtin_object_class: "AnnotationSpec" };
  const { digest } = await json("POST", "/obj/create", { obj });
  const annotation = (value: unknown) =>
    feedback(project, {
      weave_ref: callRef,
      feedback_type: "wandb.annotation.stars",
      payload: { value },
      annotation_ref: `weave:///${project}/object/stars:${digest}`,
    });
  expect((await send("POST", "/feedback/batch/create", { batch: [annotation(42)] })).status).toBe(400);
  const stored = annotation(0);
  await json("POST", "/feedback/batch/create", { batch: [stored] });
  const filter = { call_ids: [callId] };
  const [call] = await lines("/calls/stream_query", { project_id: project, filter, include_feedback: true });
  expect(call.summary.weave.feedback).toMatchObject([{ id: stored.id, payload: { value: 0 } }]);
});
