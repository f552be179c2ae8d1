import { expect, test } from "vitest";
import { queryTable } from "#lib/contract/compat/tables.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepTable } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, queryTable, {
  prepare: async (place) => {
    const { digest } = await keepTable(api, place, [{ of: place.project.id }]);
    return { project_id: place.project.path, digest, filter: { row_digests: [] } };
  },
  roles: { annotator: 404 },
});

const ROWS = [
  { name: "b", at: { x: 10 } },
  { name: "a", at: { x: 9 } },
  { name: "c" },
  { name: "a", at: { x: 100 } },
];

async function aTable() {
  const place = await aRecorder(api);
  const { digest, rowDigests } = await keepTable(api, place, ROWS);
  const ask = async (more: object) => {
    const body = { project_id: place.project.path, digest, ...more };
    const response = await api.send(place.caller, { path: queryTable.path, body });
    const { rows } = (await response.json()) as { rows: { original_index: number }[] };
    return rows.map((row) => row.original_index);
  };
  return { place, ask, rowDigests };
}

test("pages of the table's own order meet without gap, and say where each row stands", async () => {
  const { ask } = await aTable();
  expect(await ask({})).toEqual([0, 1, 2, 3]);
  expect(await ask({ limit: 2 })).toEqual([0, 1]);
  expect(await ask({ limit: 2, offset: 2 })).toEqual([2, 3]);
  expect(await ask({ offset: 3 })).toEqual([3]);
  expect(await ask({ limit: 0 })).toEqual([]);
  expect(await ask({ limit: 5, offset: 4_000_000_000 })).toEqual([]);
});

test("rows are chosen by digest, in the table's order", async () => {
  const { ask, rowDigests } = await aTable();
  const [first, , third] = rowDigests;
  expect(await ask({ filter: { row_digests: [third, first, "nothing"] } })).toEqual([0, 2]);
  expect(await ask({ filter: { row_digests: [third, first] }, limit: 1, offset: 1 })).toEqual([2]);
});

test("rows are sorted by paths into their values, numbers by size and missing ones last", async () => {
  const { ask } = await aTable();
  expect(await ask({ sort_by: [{ field: "at.x", direction: "asc" }] })).toEqual([1, 0, 3, 2]);
  expect(await ask({ sort_by: [{ field: "at.x", direction: "desc" }], limit: 2 })).toEqual([3, 0]);
  const both = [{ field: "name" }, { field: "at.x", direction: "desc" }];
  expect(await ask({ sort_by: both })).toEqual([3, 1, 0, 2]);
});

test("values that PostgreSQL cannot look into are sorted all the same", async () => {
  const place = await aRecorder(api);
  const { digest } = await keepTable(api, place, [{ t: "b" }, { t: "a\u0000" }]);
  const body = { project_id: place.project.path, digest, sort_by: [{ field: "t" }] };
  const response = await api.send(place.caller, { path: queryTable.path, body });
  const { rows } = (await response.json()) as { rows: { val: unknown }[] };
  expect(rows.map(({ val }) => val)).toEqual([{ t: "a\u0000" }, { t: "b" }]);
});

test("a table of another project is not there", async () => {
  const { place } = await aTable();
  const elsewhere = await aRecorder(api);
  const { digest } = await keepTable(api, elsewhere, ROWS.slice(1));
  const body = { project_id: place.project.path, digest };
  expect((await api.send(place.caller, { path: queryTable.path, body })).status).toBe(404);
});
