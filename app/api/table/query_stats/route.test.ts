import { expect, test } from "vitest";
import { getTableStats } from "#lib/contract/compat/tables.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepTable } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, getTableStats, {
  prepare: async (place) => {
    const { digest } = await keepTable(api, place, [{ of: place.project.id }]);
    return { project_id: place.project.path, digest };
  },
  roles: { annotator: 404 },
});

test("rows are counted as often as they stand in the table", async () => {
  const place = await aRecorder(api);
  const count = async (rows: Record<string, unknown>[]) => {
    const { digest } = await keepTable(api, place, rows);
    const body = { project_id: place.project.path, digest };
    return (await api.send(place.caller, { path: getTableStats.path, body })).json();
  };
  expect(await count([{ a: 1 }, { a: 1 }, { a: 2 }])).toEqual({ count: 3 });
  expect(await count([])).toEqual({ count: 0 });
});
