import { expect, test } from "vitest";
import { deleteObject } from "#lib/contract/compat/objects.ts";
import { readReferences } from "#lib/contract/compat/references.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepObject, keepSpec } from "#lib/testing/data/object-data.ts";
import { keepTable } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, readReferences, async (place) => {
  const { digest } = await keepSpec(api, place, { name: "helpful", fieldSchema: {} });
  return { refs: [`weave:///${place.project.path}/object/helpful:${digest}/attr/name`] };
});

async function aShelf() {
  const place = await aRecorder(api);
  const base = `weave:///${place.project.path}`;
  const read = (refs: string[]) => api.send(place.caller, { path: readReferences.path, body: { refs } });
  const valsOf = async (refs: string[]) => {
    const response = await read(refs);
    const answer = await response.json();
    return response.ok ? answer.vals : [response.status, answer.reason];
  };
  return { place, base, valsOf };
}

test("values come in the order of the references, of each kind of version", async () => {
  const { place, base, valsOf } = await aShelf();
  const first = await keepObject(api, place, { objectId: "o", val: { n: 1 } });
  await keepObject(api, place, { objectId: "o", val: { n: 2 } });
  const op = { _type: "CustomWeaveType", weave_type: { type: "Op" } };
  await keepObject(api, place, { objectId: "do", val: op });
  const names = ["object/o:latest", "op/do:v0", `object/o:${first.digest}`, "object/o:v1", "object/o:v0"];
  expect(await valsOf(names.map((name) => `${base}/${name}`))).toEqual([
    { n: 2 },
    op,
    { n: 1 },
    { n: 2 },
    { n: 1 },
  ]);
  expect(await valsOf([])).toEqual([]);
});

test("a path leads into the value, and one that leads nowhere reads as null", async () => {
  const { place, base, valsOf } = await aShelf();
  const val = JSON.parse('{"list":[{"a b":1},null],"__proto__":{"x":5}}');
  await keepObject(api, place, { objectId: "o", val });
  const at = (path: string) => `${base}/object/o:latest${path}`;
  const paths = ["/attr/list/index/0/key/a%20b", "/attr/list", "/attr/__proto__/key/x", "/attr/list/index/1"];
  expect(await valsOf(paths.map(at))).toEqual([1, [{ "a b": 1 }, null], 5, null]);
  const nowhere = [
    "/attr/none",
    "/attr/list/index/7",
    "/attr/constructor",
    "/attr/list/key/length",
    "/id/r1",
  ];
  expect(await valsOf(nowhere.map(at))).toEqual(nowhere.map(() => null));
});

test("a path continues through references: to a dataset's row, and to another object", async () => {
  const { place, base, valsOf } = await aShelf();
  const table = await keepTable(api, place, [{ q: "one" }, { q: "two" }]);
  const rows = `${base}/table/${table.digest}`;
  const dataset = await keepObject(api, place, { objectId: "set", val: { rows } });
  await keepObject(api, place, {
    objectId: "run",
    val: { on: `${base}/object/set:${dataset.digest}/attr/rows` },
  });
  expect(
    await valsOf([
      `${base}/object/set:latest/attr/rows`,
      `${base}/object/set:latest/attr/rows/id/${table.rowDigests[1]}`,
      `${base}/object/set:latest/attr/rows/id/${table.rowDigests[1]}/key/q`,
      `${base}/object/run:latest/attr/on/index/0/key/q`,
      `${base}/object/run:latest/attr/on/id/none`,
    ]),
  ).toEqual([rows, { q: "two" }, "two", "one", null]);
});

test("references that lead round in a circle are refused", async () => {
  const { place, base, valsOf } = await aShelf();
  await keepObject(api, place, { objectId: "o", val: { self: `${base}/object/o:latest/attr/self` } });
  expect(await valsOf([`${base}/object/o:latest/attr/self/attr/x`])).toEqual([
    400,
    expect.stringContaining("64"),
  ]);
});

test("a reference into another project gives no access to it", async () => {
  const { place, base, valsOf } = await aShelf();
  const other = await aRecorder(api);
  const secret = await keepTable(api, other, [{ secret: 1 }]);
  await keepObject(api, other, { objectId: "s", val: { secret: 1 } });
  const theirs = `weave:///${other.project.path}`;
  const val = { table: `${theirs}/table/${secret.digest}`, object: `${theirs}/object/s:latest` };
  await keepObject(api, place, { objectId: "o", val });
  const paths = ["/attr/table/index/0", "/attr/object/attr/secret"];
  expect(await valsOf(paths.map((path) => `${base}/object/o:latest${path}`))).toEqual([null, null]);
  const [status] = await valsOf([`${base}/object/o:latest`, val.object]);
  expect(status).toBe(403);
});

test("a deleted version reads as null, one that never was is a 404", async () => {
  const { place, base, valsOf } = await aShelf();
  const { digest } = await keepObject(api, place, { objectId: "o", val: { n: 1 } });
  await api.call(place.caller, deleteObject, { projectId: place.project.path, objectId: "o" });
  expect(await valsOf([`${base}/object/o:${digest}`, `${base}/object/o:v0/attr/n`])).toEqual([null, null]);
  expect(await valsOf([`${base}/object/o:${"x".repeat(43)}`])).toEqual([
    404,
    expect.stringContaining("not found"),
  ]);
});

test.each(["call/0190", "table/abc", "object/o", "object/o:latest/attr", "object/o:latest/foo/x"])(
  "%s is a 400 that says what is read here",
  async (name) => {
    const { base, valsOf } = await aShelf();
    expect(await valsOf([`${base}/${name}`])).toEqual([400, expect.stringMatching(/object/)]);
  },
);

test("annotators read the specs of what they are asked, and nothing else", async () => {
  const { place, base } = await aShelf();
  await keepSpec(api, place, { name: "helpful", fieldSchema: {} });
  await keepObject(api, place, { objectId: "o", val: { n: 1 } });
  const annotator = await api.aCaller(place.project, "annotator");
  const read = (name: string) =>
    api.send(annotator, { path: readReferences.path, body: { refs: [`${base}/object/${name}:latest`] } });
  expect((await read("helpful")).status).toBe(200);
  expect((await read("o")).status).toBe(404);
});
