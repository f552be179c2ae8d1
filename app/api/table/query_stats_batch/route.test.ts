import { expect, test } from "vitest";
import { getTableStatsBatch } from "#lib/contract/compat/tables.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepTable } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, getTableStatsBatch);

test("each existing table is returned once, with its size if requested", async () => {
  const place = await aRecorder(api);
  const one = await keepTable(api, place, [{ a: 1 }, { a: 1 }]);
  const none = await keepTable(api, place, []);
  const ask = async (more: object, caller = place.caller) => {
    const body = { project_id: place.project.path, ...more };
    return (await api.send(caller, { path: getTableStatsBatch.path, body })).json();
  };
  const digests = [none.digest, "unknown", one.digest, none.digest];
  expect(await ask({ digests })).toEqual({
    tables: [
      { digest: none.digest, count: 0 },
      { digest: one.digest, count: 2 },
    ],
  });
  expect(await ask({ digests: [one.digest], include_storage_size: true })).toEqual({
    tables: [{ digest: one.digest, count: 2, storage_size_bytes: 2 * '{"a":1}'.length }],
  });
  expect(await ask({})).toEqual({ tables: [] });
  expect(await ask({ digests }, await api.aCaller(place.project, "annotator"))).toEqual({ tables: [] });
});
