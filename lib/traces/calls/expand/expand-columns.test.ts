import { describe, expect, test } from "vitest";
import { addQueueItems } from "#lib/contract/annotation/queues.ts";
import { deleteObject } from "#lib/contract/compat/objects.ts";
import { getCallStats, streamCalls } from "#lib/contract/traces/calls.ts";
import { aRecorder, readCalls, recordCalls } from "#lib/testing/data/call-data.ts";
import { keepObject, keepSpec } from "#lib/testing/data/object-data.ts";
import { aQueueIn } from "#lib/testing/data/queue-data.ts";
import { keepTable } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

async function aShelf() {
  const place = await aRecorder(api);
  const base = `weave:///${place.project.path}`;
  /** Keeps an object and gives its reference. */
  const keep = async (objectId: string, val: unknown) =>
    `${base}/object/${objectId}:${(await keepObject(api, place, { objectId, val })).digest}`;
  /** The inputs and outputs of calls with these, read with some columns expanded. */
  const read = async (calls: object[], expandColumns: string[], more: object = {}) => {
    const callIds = await recordCalls(
      api,
      place,
      calls.map((call) => ({ ...call })),
    );
    const found = await readCalls(api, place, { filter: { callIds }, expandColumns, ...more });
    return found.map(({ inputs, output }) => (output === null ? inputs : { inputs, output }));
  };
  return { place, base, keep, read };
}

describe("a reference at a named column is answered as", () => {
  test("the named object, with its reference; other values are not changed", async () => {
    const { keep, read } = await aShelf();
    const ref = await keep("o", { n: 1, own: [1] });
    const [inputs] = await read([{ inputs: { a: ref, b: ref, c: [ref] } }], ["inputs.a", "inputs.c"]);
    expect(inputs).toEqual({ a: { n: 1, own: [1], _ref: ref }, b: ref, c: [ref] });
  });

  test("a whole output, an op, and the value at a path: values of any kind, and rows of datasets", async () => {
    const { place, base, keep, read } = await aShelf();
    const op = { _type: "CustomWeaveType", weave_type: { type: "Op" } };
    await keepObject(api, place, { objectId: "do", val: op });
    const table = await keepTable(api, place, [{ q: "one" }, { q: "two" }]);
    const set = await keep("set", { rows: `${base}/table/${table.digest}`, names: ["x"], _ref: "its own" });
    const row = `${set}/attr/rows/id/${table.rowDigests[1]}`;
    const inputs = { op: `${base}/op/do:latest`, row, names: `${set}/attr/names`, set };
    const columns = ["output", ...Object.keys(inputs).map((name) => `inputs.${name}`)];
    expect(await read([{ inputs, output: `${row}/key/q` }], columns)).toEqual([
      {
        output: "two",
        inputs: {
          op: { ...op, _ref: inputs.op },
          row: { q: "two", _ref: row },
          names: ["x"],
          set: { rows: `${base}/table/${table.digest}`, names: ["x"], _ref: "its own" },
        },
      },
    ]);
  });

  test("values that longer columns find in it, in any order of columns", async () => {
    const { keep, read } = await aShelf();
    const prompt = await keep("prompt", { text: "Be brief" });
    const model = await keep("model", { prompt, list: [prompt] });
    const [inputs, other] = await read(
      [{ inputs: { model } }, { inputs: { model: { prompt } } }],
      ["inputs.model.list.0", "inputs.model.prompt", "inputs.model"],
    );
    const expanded = { text: "Be brief", _ref: prompt };
    expect(inputs).toEqual({ model: { prompt: expanded, list: [expanded], _ref: model } });
    expect(other).toEqual({ model: { prompt: expanded } });
  });
});

test("what cannot be read stays the reference that it was", async () => {
  const { place, base, keep, read } = await aShelf();
  const other = await aRecorder(api);
  await keepObject(api, other, { objectId: "secret", val: { n: 1 } });
  const deleted = await keep("deleted", { n: 1 });
  await api.call(place.caller, deleteObject, { projectId: place.project.path, objectId: "deleted" });
  await keep("round", { self: `${base}/object/round:latest/attr/self` });
  const inputs = {
    foreign: `weave:///${other.project.path}/object/secret:latest`,
    deleted,
    missing: `${base}/object/missing:latest`,
    nowhere: `${base}/object/round:latest/attr/none`,
    round: `${base}/object/round:latest/attr/self/attr/x`,
    call: `${base}/call/c1`,
    table: `${base}/table/t1`,
    text: "weave:/// is how references begin",
    number: 5,
    nothing: null,
    long: `${base}/object/${"x".repeat(5000)}:latest`,
    "a.b": `${base}/object/round:latest`,
  };
  const columns = Object.keys(inputs).map((name) => `inputs.${name}`);
  expect(await read([{ inputs }], [...columns, "inputs", "op_name", "none.at.all", "", "."])).toEqual([
    inputs,
  ]);
});

test("nothing is expanded where the values are not wanted, or the column is not", async () => {
  const { place, keep, read } = await aShelf();
  const call = { inputs: { a: await keep("o", { n: 1 }) } };
  expect(await read([call], ["inputs.a"], { returnExpandedColumnValues: false })).toEqual([call.inputs]);
  const chosen = { expandColumns: ["inputs.a"], columns: ["output"] };
  expect((await readCalls(api, place, chosen)).map(({ inputs }) => inputs)).toEqual([{}]);
});

test("calls share what they name, and none changes it for another", async () => {
  const { keep, read } = await aShelf();
  const leaf = await keep("leaf", 7);
  const shared = await keep("shared", JSON.parse(`{"leaf": "${leaf}", "__proto__": {"leaf": "${leaf}"}}`));
  const calls = [{ inputs: { a: shared } }, { inputs: { b: shared } }];
  const columns = ["inputs.a", "inputs.b", "inputs.a.leaf", "inputs.b.__proto__.leaf"];
  const [first, second] = await read(calls, columns);
  expect(JSON.stringify(first)).toBe(`{"a":{"leaf":7,"__proto__":{"leaf":"${leaf}"},"_ref":"${shared}"}}`);
  expect(JSON.stringify(second)).toBe(`{"b":{"leaf":"${leaf}","__proto__":{"leaf":7},"_ref":"${shared}"}}`);
});

test.each([
  ["the order of start", undefined],
  ["another order", [{ field: "wb_run_step", direction: "asc" }]],
] as const)(
  "many calls in %s each get what they name, with feedback where it is asked for",
  async (_, sortBy) => {
    const { keep, read } = await aShelf();
    const refs = [await keep("o", { n: 0 }), await keep("p", { n: 1 })];
    const calls = Array.from({ length: 1100 }, (__, i) => ({
      wb_run_step: i,
      inputs: { i, a: refs[i % 2] },
    }));
    const more = { includeFeedback: true, filter: {}, ...(sortBy ? { sortBy: [...sortBy] } : {}) };
    const found = (await read(calls, ["inputs.a"], more)) as { i: number; a: unknown }[];
    expect(found).toHaveLength(calls.length);
    for (const { i, a } of found) expect(a).toEqual({ n: i % 2, _ref: refs[i % 2] });
  },
);

test("annotators are shown the fields that they fill in, and no other object or table", async () => {
  const { place, base, keep } = await aShelf();
  const spec = `${base}/object/helpful:${(await keepSpec(api, place, { name: "helpful", fieldSchema: {} })).digest}`;
  const table = await keepTable(api, place, [{ q: "secret" }]);
  const secret = await keep("secret", { rows: `${base}/table/${table.digest}` });
  const inputs = { spec, secret, row: `${secret}/attr/rows/index/0` };
  const callIds = await recordCalls(api, place, [{ inputs }]);
  const queue = await aQueueIn(api, place);
  await api.call(place.caller, addQueueItems, { ...queue, callIds, displayFields: [] });
  const annotator = { ...place, caller: await api.aCaller(place.project, "annotator") };
  const expandColumns = ["inputs.spec", "inputs.secret", "inputs.row"];
  const [call] = await readCalls(api, annotator, { expandColumns });
  expect(call?.inputs).toMatchObject({ spec: { name: "helpful" }, secret, row: inputs.row });
});

describe("a condition or an order on an expanded column", () => {
  const EQUALS = { $eq: [{ $getField: "inputs.model.name" }, { $literal: "tiny" }] };
  const expand_columns = ["inputs.model"];

  async function ask(path: string, body: object) {
    const { project, caller } = await aRecorder(api);
    const response = await api.send(caller, { path, body: { project_id: project.path, ...body } });
    const text = await response.text();
    return { status: response.status, reason: response.ok ? null : JSON.parse(text).reason };
  }

  test.each([
    ["wherever it stands", streamCalls.path, { query: { $expr: { $not: [{ $or: [EQUALS] }] } } }],
    ["in an order", streamCalls.path, { sort_by: [{ field: "inputs.model.name", direction: "asc" }] }],
    [
      "whatever is answered",
      streamCalls.path,
      { query: { $expr: EQUALS }, return_expanded_column_values: false },
    ],
    ["and when calls are counted", getCallStats.path, { query: { $expr: EQUALS } }],
  ])("is a 400 that says so, %s", async (_, path, body) => {
    const { status, reason } = await ask(path, { ...body, expand_columns });
    expect([status, reason]).toEqual([400, expect.stringContaining("inputs.model.name is inside")]);
  });

  test("is none where it is before it or beside it, or where nothing can be expanded", async () => {
    const query = { $expr: EQUALS };
    for (const columns of [
      [],
      null,
      ["inputs.mod"],
      ["inputs.model.name"],
      ["inputs"],
      ["inputs.model.name.x"],
    ])
      for (const path of [streamCalls.path, getCallStats.path])
        expect(await ask(path, { query, expand_columns: columns })).toEqual({ status: 200, reason: null });
  });
});
