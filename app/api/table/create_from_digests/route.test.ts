import { expect, test } from "vitest";
import { createTableFromDigests, getTableStats } from "#lib/contract/compat/tables.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepTable } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, createTableFromDigests, async (place) => {
  const { rowDigests } = await keepTable(api, place, [{ of: place.project.id }]);
  return { project_id: place.project.path, row_digests: rowDigests };
});

async function joined(rows: (place: Awaited<ReturnType<typeof aRecorder>>) => Promise<string[]>) {
  const place = await aRecorder(api);
  const body = { project_id: place.project.path, row_digests: await rows(place) };
  const response = await api.send(place.caller, { path: createTableFromDigests.path, body });
  return { place, response, answer: await response.json() };
}

test("small tables are joined to the one that all their rows would have been", async () => {
  const { place, answer } = await joined(async (here) => {
    const [one, other] = [await keepTable(api, here, [{ a: 1 }]), await keepTable(api, here, [{ a: 2 }])];
    return [...one.rowDigests, ...other.rowDigests, ...one.rowDigests];
  });
  expect(answer).toEqual({ digest: (await keepTable(api, place, [{ a: 1 }, { a: 2 }, { a: 1 }])).digest });
  const stats = { projectId: place.project.path, digest: answer.digest };
  expect(await api.call(place.caller, getTableStats, stats)).toEqual({ count: 3 });
});

test("no rows make the empty table, as clients ask to find out whether this is served", async () => {
  const { response } = await joined(async () => []);
  expect(response.status).toBe(200);
});

test("a row that is not in this project is a 400 that names it, even if another project has it", async () => {
  const elsewhere = await aRecorder(api);
  const { rowDigests } = await keepTable(api, elsewhere, [{ secret: 1 }]);
  const { response, answer } = await joined(async () => rowDigests);
  expect(response.status).toBe(400);
  expect(answer.reason).toContain(rowDigests[0]);
});
