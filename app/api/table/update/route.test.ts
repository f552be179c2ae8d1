import { expect, test } from "vitest";
import { queryTable, updateTable } from "#lib/contract/compat/tables.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepTable } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, updateTable, async (place) => {
  const { digest } = await keepTable(api, place, [{ of: place.project.id }]);
  const updates = [{ append: { row: { a: 3 } } }];
  return { project_id: place.project.path, base_digest: digest, updates };
});

async function aTable() {
  const place = await aRecorder(api);
  const base = await keepTable(api, place, [{ a: 1 }, { a: 2 }]);
  const update = (updates: object[]) =>
    api.send(place.caller, {
      path: updateTable.path,
      body: { project_id: place.project.path, base_digest: base.digest, updates },
    });
  const valuesOf = async (digest: string) => {
    const { rows } = await api.call(place.caller, queryTable, { projectId: place.project.path, digest });
    return rows.map(({ val }) => val);
  };
  return { place, base, update, valuesOf };
}

test("changes are made one after another on a copy, and the table itself stays", async () => {
  const { place, base, update, valuesOf } = await aTable();
  const response = await update([
    { append: { row: { a: 3 } } },
    { pop: { index: 0 }, append: null },
    { insert: { index: 1, row: { a: 9 } } },
  ]);
  const { digest, updated_row_digests: updated } = await response.json();
  expect(await valuesOf(digest)).toEqual([{ a: 2 }, { a: 9 }, { a: 3 }]);
  expect(await valuesOf(base.digest)).toEqual([{ a: 1 }, { a: 2 }]);
  const whole = await keepTable(api, place, [{ a: 2 }, { a: 9 }, { a: 3 }]);
  expect(digest).toBe(whole.digest);
  expect(updated).toEqual([whole.rowDigests[2], base.rowDigests[0], whole.rowDigests[1]]);
});

test.each([[{ pop: { index: 2 } }], [{ insert: { index: 3, row: {} } }]])(
  "%j names a row that is not there, and nothing is changed",
  async (change) => {
    const { update } = await aTable();
    const response = await update([change]);
    expect(response.status).toBe(400);
    expect((await response.json()).reason).toContain("the table then has 2 rows");
  },
);

test.each([[{}], [{ append: { row: {} }, pop: { index: 0 } }]])("%j is not a change", async (change) => {
  const { update } = await aTable();
  const response = await update([{ append: { row: {} } }, change]);
  expect(response.status).toBe(422);
  expect((await response.json()).detail).toMatchObject([{ loc: ["body", "updates", 1] }]);
});

test("any number of rows is appended, and more than a thousand other changes are a 400", async () => {
  const { base, update } = await aTable();
  const many = await update(Array.from({ length: 12_000 }, (_, i) => ({ append: { row: { i } } })));
  expect((await many.json()).updated_row_digests).toHaveLength(12_000);
  const moves = await update(Array.from({ length: 1001 }, () => ({ insert: { index: 0, row: {} } })));
  expect(moves.status).toBe(400);
  expect(await (await update([])).json()).toEqual({ digest: base.digest, updated_row_digests: [] });
});
