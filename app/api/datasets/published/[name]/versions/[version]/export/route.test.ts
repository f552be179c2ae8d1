import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/published-datasets.ts";
import { aPublishedIn, publish } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.exportPublishedDataset, (place) => aPublishedIn(api, place));

test("published rows download as lines and as tables with a column for each name, whatever they hold", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  const rows = [
    { asked: "where \u0000?", parts: [1, "a"] },
    { asked: "=1+1", weight: 0.5 },
  ];
  await publish(api, { project, caller }, { name: "odd", rows });
  const download = (format: string) => {
    const search = new URLSearchParams({ project_id: project.path, format });
    return api.send(caller, {
      method: "GET",
      path: `/datasets/published/odd/versions/latest/export?${search}`,
    });
  };
  const lines = await download("jsonl");
  expect(lines.headers.get("content-disposition")).toContain("odd%20v0.jsonl");
  expect(
    (await lines.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(rows);
  expect(await (await download("csv")).text()).toBe(
    'asked,parts,weight\r\nwhere \u0000?,"[1,""a""]",\r\n\'=1+1,,0.5\r\n',
  );
  const file = await (await download("parquet")).arrayBuffer();
  expect(await parquetReadObjects({ file })).toEqual([
    { asked: "where \u0000?", parts: '[1,"a"]', weight: null },
    { asked: "=1+1", parts: null, weight: 0.5 },
  ]);
});
