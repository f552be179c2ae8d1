import { expect, test } from "vitest";
import { importDataset } from "#lib/contract/datasets/dataset-import.ts";
import {
  buildDatasetVersion,
  queryDatasetRejections,
  queryDatasetRows,
} from "#lib/contract/datasets/dataset-versions.ts";
import { createDataset } from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import * as z from "#lib/contract/zod.ts";
import { newId } from "#lib/platform/ids.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";

const api = startHarness();

type Place = { project: TestProject; caller: Caller };
type Named = { name: string; content: string };

async function aPlace(): Promise<Place> {
  const project = await api.aProject();
  return { project, caller: byBearer(await api.aCaller(project, "engineer")) };
}

async function imported({ project, caller }: Place, files: readonly Named[]) {
  const form = new FormData();
  form.set("project_id", project.path);
  form.set("held_out_percent", "0");
  for (const { name, content } of files) form.append("file", new Blob([content]), name);
  const headers = byBearer(caller).headers;
  const response = await fetch(`${api.url}/api${importDataset.path}`, {
    method: "POST",
    headers,
    body: form,
  });
  expect(response.status).toBe(200);
  const { dataset } = await response.json();
  return { datasetId: String(dataset.id), name: String(dataset.name), recipe: dataset.recipe };
}

/** A dataset by this recipe, with its first version. */
async function built({ project, caller }: Place, recipe: object) {
  const made = { projectId: project.path, name: `set-${newId()}`, kind: "sft" as const, description: "" };
  const { dataset } = await api.call(caller, createDataset, { ...made, recipe: z.decode(Recipe, recipe) });
  const place = { projectId: project.path, datasetId: dataset.id };
  await api.call(caller, buildDatasetVersion, { ...place, note: "" });
  return { ...place, version: "v0", limit: 50, offset: 0 };
}

const row = (prompt: string, completion: string) => `${JSON.stringify({ prompt, completion })}\n`;
const KEY = "sk-proj-A7f3kQ9zX2mN8vB4cR6tY1wE5uI0oP3s";

test("a row of a file of lines says its line, and what was left out says how it begins and which row it equals", async () => {
  const place = await aPlace();
  const name = "dirty rows (ä).jsonl";
  const content = `${row("Where is it?", "Here.")}\n${row("Where is it?", "Here.")}${row(`Is ${KEY} mine?`, "Yes.")}`;
  const { recipe } = await imported(place, [{ name, content }]);
  const named = await built(place, { ...recipe, dedupe: { exact: true }, secrets: { action: "reject" } });
  const { rows } = await api.call(place.caller, queryDatasetRows, named);
  const first = { name, unit: "line", number: 1 };
  expect(rows.map((one) => one.place)).toEqual([first]);
  const { rejections } = await api.call(place.caller, queryDatasetRejections, named);
  expect(rejections.map(({ reason, words, place: at, sameAs }) => ({ reason, words, at, sameAs }))).toEqual([
    {
      reason: "duplicate",
      words: "Where is it?",
      at: { ...first, number: 3 },
      sameAs: { position: 0, place: first },
    },
    { reason: "secret", words: "Is <KEY> mine?", at: { ...first, number: 4 }, sameAs: null },
  ]);
});

test("rows of tables and of several files say the file that was sent, and which row of it they are", async () => {
  const place = await aPlace();
  const { datasetId } = await imported(place, [
    { name: "train.csv", content: 'prompt,completion\n"Two\nlines?",Yes\nb,c\n' },
    { name: "test.jsonl", content: row("d", "e") },
  ]);
  const named = { projectId: place.project.path, datasetId, version: "v0", limit: 50, offset: 0 };
  const { rows } = await api.call(place.caller, queryDatasetRows, named);
  expect(rows.map((one) => one.place)).toEqual([
    { name: "train.csv", unit: "row", number: 1 },
    { name: "train.csv", unit: "row", number: 2 },
    { name: "test.jsonl", unit: "row", number: 1 },
  ]);
  const one = await api.call(place.caller, queryDatasetRows, { ...named, position: 2 });
  expect([one.totalCount, one.rows.map(({ position }) => position)]).toEqual([1, [2]]);
});

test("rows of another version say which row of it they are, and what is no row how it begins", async () => {
  const place = await aPlace();
  const { name, datasetId } = await imported(place, [
    { name: "pairs.jsonl", content: row("a", "b") + row("c", "d") },
  ]);
  const ref = `weave:///${place.project.path}/object/${name}:v0`;
  const named = await built(place, { sources: [{ kind: "version", ref }], split: { held_out: 0 } });
  const { rows } = await api.call(place.caller, queryDatasetRows, named);
  expect(rows.map((one) => one.place)).toEqual([
    { name: `${name}:v0`, unit: "row", number: 1 },
    { name: `${name}:v0`, unit: "row", number: 2 },
  ]);
  // Of rows that were made here, nothing is said; and of what was left out before that was kept, where it stands.
  await api.db.prisma.datasetRejection.create({
    data: {
      projectId: place.project.id,
      versionId: (await api.db.prisma.datasetVersion.findFirstOrThrow({ where: { datasetId } })).id,
      ordinal: 0,
      source: 0,
      sourceId: String(rows[0]?.row.row_id),
      reason: "duplicate",
      detail: `${name}:v0/1`,
    },
  });
  const before = { ...named, datasetId };
  const { rejections } = await api.call(place.caller, queryDatasetRejections, before);
  expect(rejections).toMatchObject([
    { words: "", place: { number: 1 }, sameAs: { position: null, place: { number: 2 } } },
  ]);
});
