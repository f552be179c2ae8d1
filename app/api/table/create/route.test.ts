import { expect, test } from "vitest";
import { createTable, queryTable } from "#lib/contract/compat/tables.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepTable } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, createTable);

/** Digests that Python's `json.dumps(row, sort_keys=True)` and `hashlib.sha256` give. */
const FROM_PYTHON = [
  [{ b: [1, null, true], a: "straße 🙂" }, "6I0zpMrsc5TaAcUYONCKqxp22WnANcgmlLh8vQJuum8"],
  [
    { question: "Where is my parcel?", expected: { answer: "It arrives tomorrow.", sure: 0.5 } },
    "pARcZXbiPOcyU1PMcrKTKhcHDa5lINl1zMijpANUP40",
  ],
  [{}, "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o"],
] as const;
const TABLE_FROM_PYTHON = "5e8d994fe521a3e53acaa8580ce39359d724841a145b438457cc1db5f76f498b";

test("rows and tables have the digests that Python clients compute", async () => {
  const place = await aRecorder(api);
  const rows = FROM_PYTHON.map(([row]) => row);
  const kept = await keepTable(api, place, rows);
  expect(kept.rowDigests).toEqual(FROM_PYTHON.map(([, digest]) => digest));
  expect(kept.digest).toBe(TABLE_FROM_PYTHON);
});

test("the same rows are the same table, and in another order another", async () => {
  const place = await aRecorder(api);
  const first = await keepTable(api, place, [{ a: 1 }, { a: 2 }, { a: 1 }]);
  expect(await keepTable(api, place, [{ a: 1 }, { a: 2 }, { a: 1 }])).toEqual(first);
  const turned = await keepTable(api, place, [{ a: 2 }, { a: 1 }, { a: 1 }]);
  expect(turned.digest).not.toBe(first.digest);
  const { rows } = await api.call(place.caller, queryTable, {
    projectId: place.project.path,
    digest: first.digest,
  });
  expect(rows.map(({ val }) => val)).toEqual([{ a: 1 }, { a: 2 }, { a: 1 }]);
});

test("rows come back exactly, whatever their keys and texts", async () => {
  const place = await aRecorder(api);
  const row = '{"__proto__":{"a":1},"nul":"\\u0000","half":"\\ud800","z":1.5,"a":[{}]}';
  const { digest } = await keepTable(api, place, [JSON.parse(row)]);
  const { rows } = await api.call(place.caller, queryTable, { projectId: place.project.path, digest });
  expect(JSON.stringify(rows[0]?.val)).toBe(row);
});

test("a digest that the caller expects is the one that the table is kept under", async () => {
  const { project, caller } = await aRecorder(api);
  const body = { table: { project_id: project.path, rows: [{ x: 1 }], expected_digest: "abc-DEF_123" } };
  const response = await api.send(caller, { path: createTable.path, body });
  expect(await response.json()).toMatchObject({ digest: "abc-DEF_123" });
  const query = { project_id: project.path, digest: "abc-DEF_123" };
  const { rows } = await (await api.send(caller, { path: queryTable.path, body: query })).json();
  expect(rows).toEqual([{ digest: expect.any(String), val: { x: 1 }, original_index: 0 }]);
});

test("tables with rows in common that come at the same time are all kept", async () => {
  const place = await aRecorder(api);
  const rows = Array.from({ length: 40 }, (_, i) => ({ i }));
  const tables = await Promise.all(
    Array.from({ length: 8 }, (_, i) => keepTable(api, place, i % 2 ? rows : [...rows].reverse())),
  );
  expect(new Set(tables.map(({ digest }) => digest)).size).toBe(2);
});
