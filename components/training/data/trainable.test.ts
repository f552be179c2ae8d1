import { expect, test } from "vitest";
import type { Dataset, PublishedDataset } from "#lib/contract/datasets/datasets.ts";
import { trainables } from "./trainable.ts";

const PROJECT = "acme/support";

function dataset(name: string, kind: Dataset["kind"], counts: { train: number; heldOut: number } | null) {
  const recipe = { sources: [{ kind: "upload", fileId: "file" }] };
  const latestVersion = counts && { number: 3, counts, recipe };
  return { id: `id of ${name}`, name, kind, recipe, latestVersion } as unknown as Dataset;
}

test("of the datasets those that fit are offered by their newest version, and those without rows say so", () => {
  const datasets = [
    dataset("intents", "sft", { train: 80, heldOut: 20 }),
    dataset("pairs", "preference", { train: 9, heldOut: 0 }),
    dataset("measured", "sft", { train: 0, heldOut: 4 }),
    dataset("planned", "sft", null),
  ];
  const offered = trainables(PROJECT, { datasets, published: [] }, ["sft"]);
  expect(offered.map(({ label, help, version }) => [label, help, version !== null])).toEqual([
    ["intents", "v3 with 80 rows to learn, 20 held out", true],
    ["measured", "v3 with no rows to train on", false],
    ["planned", "no version yet", false],
  ]);
  const said = new URLSearchParams(offered[0]?.version?.search);
  expect(said.get("data")).toBe(`weave:///${PROJECT}/object/intents:v3`);
  expect(said.get("method")).toBe("sft");
});

test("kinds are named where several fit, and what a program published stands last", () => {
  const published = [
    { name: "liked", number: 0, ref: "weave:///r", kind: "kto", lack: null, rows: 1 },
    { name: "unread", number: 0, ref: "weave:///s", kind: null, lack: "other_columns", rows: 1 },
  ] as PublishedDataset[];
  const datasets = [dataset("pairs", "preference", { train: 9, heldOut: 0 })];
  const offered = trainables(PROJECT, { datasets, published }, ["preference", "kto", "reward"]);
  expect(offered.map(({ label, help }) => [label, help])).toEqual([
    ["pairs", "Pairs, v3 with 9 rows to learn"],
    ["liked", "Good and bad replies, v0 with 1 row, published by a program"],
  ]);
  expect(offered[1]?.version).toEqual({
    kind: "kto",
    search: new URLSearchParams({
      data: "weave:///r",
      method: "preference",
      loss: "kto",
      held_out: "none",
    }).toString(),
  });
});
