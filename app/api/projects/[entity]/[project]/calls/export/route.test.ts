import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { exportCalls } from "#lib/contract/traces/call-months.ts";
import { deleteCalls, startCall } from "#lib/contract/traces/calls.ts";
import { aRecorder, aStart, readCalls, recordCalls } from "#lib/testing/data/call-data.ts";
import { someCalls } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { Import, type Totals } from "#lib/traces/import/files/import-chunks.ts";

const api = startHarness();
routeGuarantees(api, exportCalls);

type Place = Awaited<ReturnType<typeof aRecorder>>;

async function exported({ project, caller }: Place, month = "2026-02"): Promise<Blob> {
  const path = `/projects/${project.path}/calls/export?month=${month}`;
  const response = await api.send(caller, { method: "GET", path });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/vnd.apache.parquet");
  expect(response.headers.get("content-disposition")).toContain(`calls%20${month}.parquet`);
  return response.blob();
}

async function imported(
  file: Blob,
  { project, caller }: Place,
): Promise<{ totals: Totals; leftOut: string[] }> {
  const leftOut: string[] = [];
  const target = { baseUrl: api.url, headers: caller.headers, entity: project.entity, project: project.name };
  const running = new Import(target, {
    leftOut: (place, reason) => leftOut.push(`${place}: ${reason}`),
    progress: () => undefined,
  });
  await running.run(file);
  return { totals: running.totals, leftOut };
}

/** What a reader sees of a project's calls, but for whose they are now. */
async function seen(place: Place) {
  const calls = await readCalls(api, place);
  return calls.map(({ projectId: _, wbUserId: __, ...call }) => call);
}

const ODD = JSON.parse(
  '{"__proto__": {"a": 1}, "nul": "\\u0000", "half": "\\ud800", "mark": "\\ufeffx", "deep": [[{"n": 1e300, "z": -0.1}]], "text": "日本 🙂 \\"quoted\\""}',
);

test("a round trip by the import gives equal calls: ids, times, documents, traces and threads", async () => {
  const [place, other] = [await aRecorder(api), await aRecorder(api)];
  const times = { started_at: "2026-02-01T00:00:00.000001Z", ended_at: "2026-02-28T23:59:59.999999Z" };
  await recordCalls(api, place, [
    {
      id: "turn",
      turn_id: "turn",
      thread_id: "talk",
      ...times,
      inputs: ODD,
      output: ODD,
      summary: { usage: { m: { prompt_tokens: 3 } } },
    },
    {
      id: "tool",
      trace_id: "t",
      parent_id: "turn",
      turn_id: "turn",
      thread_id: "talk",
      ...times,
      output: null,
    },
    { id: "failed", ...times, exception: "It broke \ud800 \u0000", attributes: ODD, display_name: "A name" },
    {
      id: "stepped",
      ...times,
      wb_run_id: "run",
      wb_run_step: 4,
      wb_run_step_end: 9_007_199_254_740_991,
      output: [1, "2", false],
    },
    { id: "span", ...times, otel_dump: { trace_id: "abc", events: [] }, output: "text" },
    { id: "undated", ...times, attributes: { spindle: { not_in_source: ["date", "duration"] } } },
  ]);
  await api.call(place.caller, startCall, {
    start: {
      projectId: place.project.path,
      id: "running",
      opName: "wait",
      startedAt: "2026-02-03T04:05:06.789Z",
      inputs: { q: 1 },
    },
  });
  const file = await exported(place);
  const { totals, leftOut } = await imported(file, other);
  expect(leftOut).toEqual([]);
  expect(totals).toMatchObject({
    records: 7,
    badRecords: 0,
    threads: 1,
    turns: 1,
    nested: 1,
    loose: 5,
    added: 7,
    known: 0,
  });
  expect(await seen(other)).toEqual(await seen(place));

  expect((await imported(file, other)).totals).toMatchObject({ added: 0, known: 7 });
  expect(await seen(other)).toHaveLength(7);
});

test("a table has the calls of its month in UTC in the order of their start, and none that is deleted, hidden or another project's", async () => {
  const [place, other] = [await aRecorder(api), await aRecorder(api)];
  const at = (started_at: string, id: string) => ({ id, started_at, ended_at: started_at });
  await recordCalls(api, other, [at("2026-02-10T00:00:00Z", "of-others")]);
  await recordCalls(api, place, [
    at("2026-01-31T23:59:59.999999Z", "before"),
    at("2026-03-01T00:59:59+01:00", "last"),
    at("2026-02-14T00:00:00Z", "gone"),
    at("2026-02-01T00:00:00Z", "first"),
    at("2026-03-01T00:00:00Z", "after"),
  ]);
  await api.call(place.caller, deleteCalls, { projectId: place.project.path, callIds: ["gone"] });
  const file = await (await exported(place)).arrayBuffer();
  const rows = await parquetReadObjects({ file });
  expect(rows).toMatchObject([
    { id: "first", started_at: new Date("2026-02-01T00:00:00Z"), inputs: "{}", exception: null },
    { id: "last", started_at: new Date("2026-02-28T23:59:59Z") },
  ]);
  expect(parquetMetadata(file).key_value_metadata).toEqual([
    { key: "spindle.project", value: place.project.path },
    { key: "spindle.month", value: "2026-02" },
  ]);
  expect(parquetMetadata(await (await exported(place, "2020-01")).arrayBuffer()).num_rows).toBe(0n);
});

test("many calls come in groups of a bounded size, and all of them come back", async () => {
  const [place, other] = [await aRecorder(api), await aRecorder(api)];
  await someCalls(api, place.project, 2_345);
  const [call] = await readCalls(api, place, { limit: 1 });
  const file = await exported(place, (call?.startedAt ?? "").slice(0, 7));
  const { row_groups: groups } = parquetMetadata(await file.arrayBuffer());
  expect(groups.map(({ num_rows: rows }) => Number(rows))).toEqual([1_000, 1_000, 345]);
  expect((await imported(file, other)).totals).toMatchObject({ records: 2_345, added: 2_345 });
  expect(await seen(other)).toEqual(await seen(place));
});

test.each(["2026-13", "2026-1", "0000-01", "2026-01-01", ""])("%j is no month", async (month) => {
  const { project, caller } = await aRecorder(api);
  const path = `/projects/${project.path}/calls/export?month=${month}`;
  expect((await api.send(caller, { method: "GET", path })).status).toBe(422);
});

test("a key of a running call is joined with its later end, as if it had never left", async () => {
  const place = await aRecorder(api);
  const [start] = [aStart(place.project, { id: "going", started_at: "2026-02-03T00:00:00Z" })];
  await api.send(place.caller, { path: "/call/start", body: { start } });
  const other = await aRecorder(api);
  await imported(await exported(place), other);
  const end = {
    project_id: other.project.path,
    id: "going",
    ended_at: "2026-02-03T00:00:01Z",
    output: "done",
    summary: {},
  };
  expect((await api.send(other.caller, { path: "/call/end", body: { end } })).status).toBe(200);
  expect(await readCalls(api, other)).toMatchObject([{ id: "going", output: "done", inputs: {} }]);
});
