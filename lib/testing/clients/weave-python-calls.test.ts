import { expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { startHarness } from "../harness.ts";
import { endOf, NOTHING, pythonEnd, pythonRequests, pythonStart, startOf } from "./python-requests.ts";

const api = startHarness();

async function aTracer() {
  const { project, caller } = await aRecorder(api);
  return { project: project.path, place: project, caller, ...pythonRequests(api, caller) };
}

/** As the client reads calls: one page, with every option written. */
function callsQuery(project: string, more: Record<string, unknown> = {}) {
  return {
    project_id: project,
    filter: NOTHING,
    limit: 1000,
    offset: 0,
    sort_by: NOTHING,
    query: NOTHING,
    include_costs: false,
    include_feedback: false,
    include_storage_size: NOTHING,
    include_total_storage_size: NOTHING,
    columns: NOTHING,
    expand_columns: NOTHING,
    return_expanded_column_values: NOTHING,
    ...more,
  };
}

test("weave.init finds the service, makes the project and learns who it is", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: caller.userId, isAdmin: true },
  });
  const { json } = pythonRequests(api, caller);
  const ask = (query: string, variables: object) => json("POST", "/graphql", { query, variables });
  const bare = await ask("query DefaultEntity { viewer { username defaultEntity { name } } }", {});
  expect(bare.data.viewer.defaultEntity.name).toBe(project.entity);
  expect(await json("GET", "/server_info")).toMatchObject({ min_required_weave_python_version: "0.0.1" });
  const find = () =>
    ask(
      "query Project($name: String, $entityName: String) { project(name: $name, entityName: $entityName) { name } }",
      {
        name: "first-steps",
        entityName: project.entity,
      },
    );
  expect(await find()).toEqual({ data: { project: null } });
  const made = await ask(
    "mutation UpsertModel($name: String!, $entity: String!, $description: String, $repo: String, $id: String) { upsertModel(input: {name: $name, entityName: $entity, description: $description, repo: $repo, id: $id}) { model { name description } } }",
    { name: "first-steps", entity: project.entity, description: NOTHING, repo: NOTHING, id: NOTHING },
  );
  expect(made.data.upsertModel.model.name).toBe("first-steps");
  expect(await find()).toEqual({ data: { project: { name: "first-steps" } } });
});

test("an op in an op, sent as starts and ends in any order, is read back as one trace", async () => {
  const { project, json, lines, upsertBatch, caller } = await aTracer();
  const parent = pythonStart(project, { inputs: { question: "Where?" }, display_name: "Ask" });
  const child = pythonStart(project, {
    trace_id: parent.trace_id,
    parent_id: parent.id,
    op_name: `weave:///${project}/op/look_up:def`,
    started_at: "2026-03-01T10:00:00.100000+00:00",
  });
  const failed = pythonEnd(child, { exception: "ValueError: no parcel", ended_at: "2026-03-01T10:00:00.2" });
  const ended = pythonEnd(parent, {
    output: { answer: [1.5, null] },
    summary: { usage: {}, status_counts: { error: 1 } },
  });
  // The child before its parent, and an end before its start.
  await upsertBatch([startOf(child), endOf(failed), endOf(ended)]);
  await upsertBatch([startOf(parent)]);
  const [first, second] = await lines("/calls/stream_query", callsQuery(project));
  expect(first).toMatchObject({
    id: parent.id,
    trace_id: parent.trace_id,
    parent_id: null,
    display_name: "Ask",
    inputs: { question: "Where?" },
    output: { answer: [1.5, null] },
    started_at: "2026-03-01T10:00:00.000Z",
    ended_at: "2026-03-01T10:00:00.250Z",
    attributes: parent.attributes,
    wb_user_id: caller.userId,
    summary: { weave: { status: "descendant_error", latency_ms: 250, trace_name: "answer" } },
  });
  expect(second).toMatchObject({
    id: child.id,
    parent_id: parent.id,
    exception: "ValueError: no parcel",
    output: null,
    summary: { weave: { status: "error", latency_ms: 100 } },
  });
  expect(
    await json("POST", "/calls/query_stats", { project_id: project, filter: NOTHING, query: NOTHING }),
  ).toMatchObject({
    count: 2,
  });
  const inNoThread = { project_id: project, filter: { thread_ids: [] } };
  expect(await json("POST", "/calls/query_stats", inNoThread)).toMatchObject({ count: 0, has_more: false });
  const one = callsQuery(project, { filter: { call_ids: [child.id] }, limit: 1, columns: ["id"] });
  expect(await lines("/calls/stream_query", one)).toMatchObject([{ id: child.id, op_name: child.op_name }]);
});

test("whole calls by the newer route, with an eager start and its end, are the same calls", async () => {
  const { project, place, json, lines } = await aTracer();
  const path = `/v2/${place.entity}/${place.name}`;
  const quick = {
    ...pythonStart(project),
    ...pythonEnd({ project_id: project, id: newId() }, { output: "quick" }),
  };
  const slow = pythonStart(project, { started_at: "2026-03-01T10:00:01Z" });
  expect(await json("POST", `${path}/call/start`, { start: slow })).toEqual({
    id: slow.id,
    trace_id: slow.trace_id,
  });
  expect(await json("POST", `${path}/calls/complete`, { batch: [quick] })).toEqual({});
  const end = {
    ...pythonEnd(slow, { output: "slow", ended_at: "2026-03-01T10:00:03Z" }),
    started_at: slow.started_at,
  };
  expect(await json("POST", `${path}/call/end`, { end })).toEqual({});
  const calls = await lines("/calls/stream_query", callsQuery(project));
  expect(calls.map(({ id, output }) => [id, output])).toEqual([
    [quick.id, "quick"],
    [slow.id, "slow"],
  ]);
});

test("weave.thread makes turns of the calls at its top, and only of those", async () => {
  const { project, lines, upsertBatch } = await aTracer();
  const turn = (second: number, ms: number) => {
    const id = newId();
    const at = (plus: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second) + plus).toISOString();
    const start = pythonStart(project, { id, thread_id: "talk", turn_id: id, started_at: at(0) });
    const inner = pythonStart(project, { parent_id: id, thread_id: "talk", turn_id: id, started_at: at(0) });
    return [
      startOf(start),
      startOf(inner),
      endOf(pythonEnd(inner)),
      endOf(pythonEnd(start, { ended_at: at(ms) })),
    ];
  };
  const outside = pythonStart(project);
  await upsertBatch([...turn(1, 100), ...turn(2, 300), startOf(outside), endOf(pythonEnd(outside))]);
  const threads = { project_id: project, filter: NOTHING, limit: NOTHING, offset: NOTHING, sort_by: NOTHING };
  expect(await lines("/threads/stream_query", threads)).toMatchObject([
    { thread_id: "talk", turn_count: 2, p50_turn_duration_ms: 200, p99_turn_duration_ms: 298 },
  ]);
  const inThread = callsQuery(project, { filter: { thread_ids: ["talk"] } });
  expect(await lines("/calls/stream_query", inThread)).toHaveLength(4);
});

test("a batch that is too large arrives in halves, each call once", async () => {
  const { project, json, upsertBatch } = await aTracer();
  const text = "x".repeat(3_000_000);
  const batch = Array.from({ length: 12 }, (_, i) => startOf(pythonStart(project, { inputs: { text, i } })));
  expect(await upsertBatch(batch)).toBe(2);
  const stats = await json("POST", "/calls/query_stats", { project_id: project });
  expect(stats.count).toBe(12);
});

test("an op's source, a call's name and its deletion go by the routes that the client knows", async () => {
  const { project, place, caller, json, send, lines, upsertBatch } = await aTracer();
  const form = new FormData();
  form.set("project_id", project);
  form.set("file", new Blob(["@weave.op\ndef answer(): ...\n"]), "obj.py");
  const sent = await fetch(`${api.url}/api/file/create`, {
    method: "POST",
    headers: caller.headers,
    body: form,
  });
  const { digest: file } = await sent.json();
  const val = {
    _type: "CustomWeaveType",
    weave_type: { type: "Op" },
    files: { "obj.py": file },
    load_op: "NO_LOAD_OP",
  };
  const obj = {
    project_id: project,
    object_id: "answer",
    val,
    builtin_object_class: NOTHING,
    set_base_object_class: NOTHING,
    expected_digest: NOTHING,
    wb_user_id: NOTHING,
  };
  const { digest } = await json("POST", "/obj/create", { obj });
  const read = {
    project_id: project,
    object_id: "answer",
    digest,
    metadata_only: false,
    include_tags_and_aliases: NOTHING,
  };
  expect((await json("POST", "/obj/read", read)).obj).toMatchObject({
    kind: "op",
    val,
    is_latest: 1,
    version_index: 0,
  });
  const content = await send("POST", "/file/content", { project_id: project, digest: file });
  expect(await content.text()).toBe("@weave.op\ndef answer(): ...\n");

  const parent = pythonStart(project, { op_name: `weave:///${place.path}/op/answer:${digest}` });
  const child = pythonStart(project, { parent_id: parent.id, trace_id: parent.trace_id });
  await upsertBatch([startOf(parent), startOf(child)]);
  const update = { project_id: project, call_id: parent.id, display_name: "Named", wb_user_id: NOTHING };
  expect(await json("POST", "/call/update", update)).toEqual({});
  const byOp = callsQuery(project, {
    filter: { op_names: [`weave:///${project}/op/answer:*`], trace_roots_only: true },
  });
  expect(await lines("/calls/stream_query", byOp)).toMatchObject([{ id: parent.id, display_name: "Named" }]);
  const deletion = { project_id: project, call_ids: [parent.id], wb_user_id: NOTHING };
  expect(await json("POST", "/calls/delete", deletion)).toEqual({ num_deleted: 2 });
  expect(await json("POST", "/call/read", { project_id: project, id: child.id })).toEqual({ call: null });
});

test("a call may be renamed by its end, and a name of any length costs no call", async () => {
  const { project, lines, upsertBatch } = await aTracer();
  const renamed = pythonStart(project, { display_name: "First" });
  const long = pythonStart(project, {
    display_name: "Why? ".repeat(500),
    started_at: "2026-03-01T10:00:01Z",
  });
  await upsertBatch([startOf(renamed), endOf(pythonEnd(renamed, { display_name: "Then" })), startOf(long)]);
  const calls = await lines("/calls/stream_query", callsQuery(project));
  expect(calls.map(({ display_name }) => display_name)).toEqual(["Then", long.display_name]);
});

test("references come back as they were sent, or resolved if the client asks for that", async () => {
  const { project, json, lines, upsertBatch } = await aTracer();
  const val = { _type: "Example", text: "Where is my parcel?" };
  const { digest } = await json("POST", "/obj/create", {
    obj: { project_id: project, object_id: "example", val },
  });
  const ref = `weave:///${project}/object/example:${digest}`;
  await upsertBatch([startOf(pythonStart(project, { inputs: { example: ref } }))]);
  const inputsOf = async (more: Record<string, unknown>) =>
    (await lines("/calls/stream_query", callsQuery(project, more))).map(({ inputs }) => inputs);
  const expand_columns = ["inputs.example"];
  expect(await inputsOf({})).toEqual([{ example: ref }]);
  expect(await inputsOf({ expand_columns, return_expanded_column_values: false })).toEqual([
    { example: ref },
  ]);
  for (const return_expanded_column_values of [true, NOTHING])
    expect(await inputsOf({ expand_columns, return_expanded_column_values })).toEqual([
      { example: { ...val, _ref: ref } },
    ]);
  const refs = [ref, `${ref}/attr/text`];
  expect(await json("POST", "/refs/read_batch", { refs })).toEqual({ vals: [val, val.text] });
  const byRef = callsQuery(project, { filter: { input_refs: [ref] } });
  expect(await lines("/calls/stream_query", byRef)).toHaveLength(1);
});
