import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/published-datasets.ts";
import { aPublishedIn, publish } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.exportPublishedDataset, (place) => aPublishedIn(api, place));

test("published rows download as lines and as tables with a column for each name, whatever they hold", async () => {
  const place = await aPlace();
  const rows = [
    { asked: "where \u0000?", parts: [1, "a"] },
    { asked: "=1+1", weight: 0.5 },
  ];
  await publish(api, place, { name: "odd", rows });
  const lines = await download(place, "odd", "jsonl");
  expect(lines.headers.get("content-disposition")).toContain("odd%20v0.jsonl");
  expect(
    (await lines.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(rows);
  expect(await (await download(place, "odd", "csv")).text()).toBe(
    'asked,parts,weight\r\nwhere \u0000?,"[1,""a""]",\r\n\'=1+1,,0.5\r\n',
  );
  const file = await (await download(place, "odd", "parquet")).arrayBuffer();
  expect(await parquetReadObjects({ file })).toEqual([
    { asked: "where \u0000?", parts: '[1,"a"]', weight: null },
    { asked: "=1+1", parts: null, weight: 0.5 },
  ]);
});

test("columns are called what they are called, and a cell that a row lacks is empty", async () => {
  const place = await aPlace();
  const rows = [JSON.parse('{"__proto__": 1, "constructor": 2}'), { hasOwnProperty: [1] }];
  await publish(api, place, { name: "named", rows });
  expect(await (await download(place, "named", "csv")).text()).toBe(
    "__proto__,constructor,hasOwnProperty\r\n1,2,\r\n,,[1]\r\n",
  );
  const file = await (await download(place, "named", "parquet")).arrayBuffer();
  const read = await parquetReadObjects({ file });
  expect(read.map((row) => [row.constructor, row.hasOwnProperty])).toEqual([
    [2, null],
    [null, "[1]"],
  ]);
});

test("rows without a name are refused as a table that would have none of them, and are lines", async () => {
  const place = await aPlace();
  await publish(api, place, { name: "empty", rows: [{}, {}] });
  const refused = await download(place, "empty", "parquet");
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: "no_columns",
    detail: expect.stringContaining("No row of 2"),
  });
  expect(await (await download(place, "empty", "jsonl")).text()).toBe("{}\n{}\n");
});

test("tables that are too wide are refused, and their lines are not", async () => {
  const place = await aPlace();
  const wide = Array.from({ length: 201 }, (_, n) => ({ [`k${n}`]: n }));
  await publish(api, place, { name: "wide", rows: wide });
  for (const format of ["csv", "parquet"]) {
    const refused = await download(place, "wide", format);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "too_many_columns" });
  }
  expect((await (await download(place, "wide", "jsonl")).text()).trimEnd().split("\n")).toHaveLength(201);
});

test("one caller's exports at the same moment each draw their rows once at a time, and all arrive", async () => {
  const place = await aPlace();
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ n, text: "x".repeat(20) }));
  await publish(api, place, { name: "large", rows });
  const answers = await Promise.all([1, 2].map(async () => (await download(place, "large", "csv")).text()));
  for (const text of answers) expect(text.trimEnd().split("\r\n")).toHaveLength(20_001);
});

async function aPlace() {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project) };
}

function download({ project, caller }: Awaited<ReturnType<typeof aPlace>>, name: string, format: string) {
  const search = new URLSearchParams({ project_id: project.path, format });
  return api.send(caller, {
    method: "GET",
    path: `/datasets/published/${name}/versions/latest/export?${search}`,
  });
}
