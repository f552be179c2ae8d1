import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { aDataset, anIntentQueue, aTalk, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile, aRow } from "#lib/testing/data/file-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

type Desk = { caller: Caller; projectId: string };

async function rowsOf({ caller, projectId }: Desk, datasetId: string) {
  const at = { projectId, datasetId, version: "latest", limit: 200, offset: 0 };
  return (await api.call(caller, contract.queryDatasetRows, at)).rows;
}

test("rows of a file and of another version come along; what was held out there stays so, and the later source's duplicates lose", async () => {
  const review = await anIntentQueue(api, { items: 20, people: 1 });
  const { desk } = review;
  for (let item = 0; item < 20; item++) await review.say(0, item, { intent: "refund" });
  const first = await aDataset(api, desk, intentRecipe(review, {}, { split: { held_out: 0.5, seed: 3 } }));
  const { version: source } = await aVersion(api, desk, first.id);
  const before = await rowsOf(desk, first.id);
  const question = aTalk(0).inputs.messages[0]?.content ?? "";
  const content =
    aRow("A question of a file", "refund") + aRow(question, "refund") + aRow(question, "another");
  const file = await anUploadedFile(api, desk, { content });
  const recipe = {
    sources: [
      { kind: "version", ref: source.ref },
      { kind: "upload", file_id: file.id },
    ],
    split: { held_out: 0, seed: 1 },
  };
  const { id } = await aDataset(api, desk, recipe);
  const { version } = await aVersion(api, desk, id);
  const rows = await rowsOf(desk, id);
  expect(rows.slice(0, 20).map(({ split, row }) => [split, row.messages])).toEqual(
    before.map(({ split, row }) => [split, row.messages]),
  );
  expect(rows.slice(20).map(({ row }) => row.row_id)).toEqual([`${file.id}/1`, `${file.id}/3`]);
  expect(rows[21]?.split).toBe(before[0]?.split);
  expect(version.counts).toMatchObject({ items: 23, candidates: 23, rejectedBy: { duplicate: 1 } });
  expect(rows[0]?.evidence).toEqual([
    {
      kind: "version",
      id: source.ref.split(":").at(-1),
      userId: null,
      isWithdrawn: false,
      isRetracted: false,
    },
  ]);
  expect(rows[20]?.evidence).toMatchObject([{ kind: "upload", id: file.id, userId: desk.caller.userId }]);
});

test("sources that a dataset cannot take are refused where they stand", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 1 });
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  const file = await anUploadedFile(api, desk);
  const { id } = await aDataset(api, desk, intentRecipe(review));
  const { ref } = (await aVersion(api, desk, id)).version;
  const elsewhere = await anIntentQueue(api, { items: 0 });
  const theirs = await anUploadedFile(api, elsewhere.desk);
  const send = async (kind: string, source: Record<string, unknown>) => {
    const body = { project_id: desk.projectId, kind, recipe: { sources: [source] } };
    const response = await api.send(desk.caller, { path: "/datasets/preview", body });
    const { detail } = await response.json();
    return [response.status, detail?.[0]?.loc?.slice(2)];
  };
  expect(await send("preference", { kind: "version", ref })).toEqual([422, ["sources", 0, "kind"]]);
  expect(await send("sft", { kind: "version", ref: review.ref("intent") })).toEqual([
    422,
    ["sources", 0, "ref"],
  ]);
  expect(await send("sft", { kind: "upload", file_id: file.id, use: "labels" })).toEqual([
    422,
    ["sources", 0, "use"],
  ]);
  expect((await send("sft", { kind: "upload", file_id: theirs.id }))[0]).toBe(404);
  expect((await send("sft", { kind: "version", ref: `${ref}x` }))[0]).toBe(404);
});
