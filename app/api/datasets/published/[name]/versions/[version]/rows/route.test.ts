import { expect, test } from "vitest";
import { queryDatasets } from "#lib/contract/datasets/datasets.ts";
import * as contract from "#lib/contract/datasets/published-datasets.ts";
import { aDataset } from "#lib/testing/data/dataset-data.ts";
import { keepObject } from "#lib/testing/data/object-data.ts";
import { aPublishedIn, keepTable, publish } from "#lib/testing/data/table-data.ts";
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

test("rows of another project are not read from here, also where this one has the same table", async () => {
  const [here, there] = [await api.aProject(), await api.aProject()];
  const [ours, theirs] = [
    { project: here, caller: await api.aCaller(here, "engineer") },
    { project: there, caller: await api.aCaller(there, "engineer") },
  ];
  const { digest } = await keepTable(api, theirs, [{ prompt: "a", completion: "b" }]);
  await publish(api, ours, { name: "own", rows: [{ prompt: "a", completion: "b" }] });
  const bases = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
  const val = { ...bases, name: "borrowed", rows: `weave:///${there.path}/table/${digest}` };
  await keepObject(api, ours, { objectId: "borrowed", val });
  const at = { projectId: here.path, name: "borrowed" };
  const notHere = `names rows of ${there.path}, which are not in this project`;
  const page = { version: "latest", limit: 1, offset: 0 };
  await expect(api.call(ours.caller, contract.queryPublishedRows, { ...at, ...page })).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining(notHere),
  });
  const { dataset } = await api.call(ours.caller, contract.getPublishedDataset, at);
  expect(dataset).toMatchObject({ lack: "rows_elsewhere", rows: 0, kind: null });
  const { published } = await api.call(ours.caller, queryDatasets, {
    projectId: here.path,
    limit: 9,
    offset: 0,
  });
  expect(new Map(published.map(({ name, lack }) => [name, lack]))).toEqual(
    new Map([
      ["own", published.find(({ name }) => name === "own")?.lack],
      ["borrowed", "rows_elsewhere"],
    ]),
  );
  const source = { kind: "version", ref: `weave:///${here.path}/object/borrowed:v0` };
  await expect(aDataset(api, ours, { sources: [source] })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(`its rows are in ${there.path}, and not in this project`),
  });
});
