import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/published-datasets.ts";
import { aPublishedIn, publish } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryPublishedRows, (place) => aPublishedIn(api, place));

test("rows come page by page in their order, as they were sent, also where one stands twice", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project) };
  const rows = [{ a: "x \u0000 y" }, { a: 1 }, { a: "x \u0000 y" }, { b: [null] }];
  const { digest } = await publish(api, place, { name: "odd", rows });
  await publish(api, place, { name: "odd", rows: [{ a: 2 }] });
  const read = async (version: string, page: { limit: number; offset: number }) => {
    const at = { projectId: project.path, name: "odd", version, ...page };
    const { rows: found, totalCount } = await api.call(place.caller, contract.queryPublishedRows, at);
    return { totalCount, rows: found.map(({ position, row }) => [position, row]) };
  };
  for (const version of ["v0", digest])
    expect(await read(version, { limit: 3, offset: 1 })).toEqual({
      totalCount: 4,
      rows: [1, 2, 3].map((at) => [at, rows[at]]),
    });
  expect(await read("latest", { limit: 9, offset: 0 })).toEqual({ totalCount: 1, rows: [[0, { a: 2 }]] });
  expect((await read("v0", { limit: 9, offset: 4 })).rows).toEqual([]);
  await expect(read("v7", { limit: 1, offset: 0 })).rejects.toMatchObject({ status: 404 });
});

test("a page of long rows ends early, and the next begins where it ended", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project) };
  const rows = [1, 2, 3].map((at) => ({ at, text: "x".repeat(5 * 1024 * 1024) }));
  await publish(api, place, { name: "long", rows });
  const positions = async (offset: number) => {
    const at = { projectId: project.path, name: "long", version: "v0", limit: 50, offset };
    const { rows: found, totalCount } = await api.call(place.caller, contract.queryPublishedRows, at);
    return { totalCount, positions: found.map(({ position }) => position) };
  };
  expect(await positions(0)).toEqual({ totalCount: 3, positions: [0, 1] });
  expect(await positions(2)).toEqual({ totalCount: 3, positions: [2] });
});
