import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { queryDatasets } from "#lib/contract/datasets/datasets.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { keyOf } from "./key-of.ts";

const api = startHarness();
const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, "weave-datasets-program.ts");

test("the weave package reads a version as the dataset that it is, and what it publishes can be built on and trained on", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  const { desk } = review;
  for (let item = 0; item < 3; item++) await review.say(0, item, { intent: "refund" });
  const { id } = await aDataset(api, desk, intentRecipe(review), { name: "intents" });
  const { version } = await aVersion(api, desk, id);
  const home = await mkdtemp(path.join(tmpdir(), "spindle-weave-"));
  const env = {
    NODE_ENV: "production" as const,
    PATH: process.env.PATH,
    HOME: home,
    WANDB_API_KEY: keyOf(desk.caller),
    WF_TRACE_SERVER_URL: `${api.url}/api`,
  };
  const { stdout } = await run(process.execPath, [PROGRAM, desk.projectId, version.ref], { env });
  await rm(home, { recursive: true });
  const { published, seen } = JSON.parse(stdout.split("\n").find((line) => line.startsWith("{")) ?? "{}");

  const at = { projectId: desk.projectId, datasetId: id, version: "v0", limit: 10, offset: 0 };
  const { rows } = await api.call(desk.caller, contract.queryDatasetRows, at);
  expect(seen).toMatchObject({ isDataset: true, name: "intents", rows: rows.map(({ row }) => row) });

  const listed = await api.call(desk.caller, queryDatasets, {
    projectId: desk.projectId,
    limit: 10,
    offset: 0,
  });
  expect(listed.datasets.map(({ name }) => name)).toEqual(["intents"]);
  expect(listed.published).toMatchObject([{ kind: "sft", rows: 2, number: 0, versionCount: 1 }]);
  const [{ ref } = { ref: "" }] = listed.published;
  const built = await aDataset(api, desk, { sources: [{ kind: "version", ref }] });
  expect((await aVersion(api, desk, built.id)).version.counts).toMatchObject({ items: 2, rejected: 0 });
  const { modelId } = await aTrainedModel(api, { project: desk.project });
  const response = await api.send(byBearer(desk.caller), {
    path: "/v1/preview/sft-training-jobs",
    body: { model_id: modelId, training_data_url: ref },
  });
  expect(published).toContain(listed.published[0]?.name);
  expect(await response.json()).toMatchObject({
    source: { kind: "dataset", name: expect.stringMatching(/:v0$/) },
  });
});
