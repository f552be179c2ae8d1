import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import {
  aDataset,
  anIntentQueue,
  aTalk,
  aVersion,
  aVersionIn,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.exportDatasetVersion, (place) => aVersionIn(api, place));

test("a version downloads as lines that a training job takes, and as a table", async () => {
  const review = await anIntentQueue(api, { items: 12, people: 1 });
  const { desk } = review;
  for (let item = 0; item < 12; item++) await review.say(0, item, { intent: "refund" });
  const recipe = intentRecipe(review, {}, { split: { held_out: 0.5 } });
  const { id } = await aDataset(api, desk, recipe, { name: "intents" });
  const { version } = await aVersion(api, desk, id);
  const download = async (query: Record<string, string>) => {
    const search = new URLSearchParams({ project_id: desk.projectId, ...query });
    const path = `/datasets/${id}/versions/v0/export?${search}`;
    return api.send(desk.caller, { method: "GET", path });
  };
  const train = await download({ split: "train" });
  expect(train.headers.get("content-disposition")).toContain("intents%20v0%20train.jsonl");
  const lines = (await train.text()).split("\n");
  expect(lines.pop()).toBe("");
  const rows = lines.map((line) => JSON.parse(line));
  expect(rows).toHaveLength(version.counts.train);
  for (const row of rows)
    expect(row).toMatchObject({
      split: "train",
      weight: 1,
      messages: [{ role: "user" }, { role: "assistant", content: "refund" }],
    });
  const table = await (await download({ format: "csv" })).text();
  expect(table.split("\r\n")[0]).toBe("row_id,split,weight,messages,tools");
  expect(table.split("\r\n")).toHaveLength(12 + 2);
  expect(table).toContain(aTalk(3).inputs.messages[0]?.content ?? "none");
});
