import { expect, test } from "vitest";
import { streamTable } from "#lib/contract/compat/tables.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepTable } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, streamTable, {
  prepare: async (place) => {
    const { digest } = await keepTable(api, place, [{ of: place.project.id }]);
    return { project_id: place.project.path, digest };
  },
  roles: { annotator: 404 },
});

test("a long table comes row by row, in its order and with repeats", async () => {
  const place = await aRecorder(api);
  const values = Array.from({ length: 1500 }, (_, i) => ({ i: i % 1000 }));
  const { digest } = await keepTable(api, place, values);
  const body = { project_id: place.project.path, digest, offset: 3 };
  const response = await api.send(place.caller, { path: streamTable.path, body });
  const lines = (await response.text()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).val)).toEqual(values.slice(3));
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ original_index: 1499 });
});
