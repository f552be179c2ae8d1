import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/models/base-models.ts";
import { ownModelsFolder } from "#lib/platform/storage/data-paths.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.describeBaseModels, async () => ({}));

test("each base model has its size and kind, and an unusable folder its reason", async () => {
  const broken = path.join(ownModelsFolder(), "acme", "broken");
  await mkdir(broken, { recursive: true });
  await writeFile(path.join(broken, "model.safetensors"), "x".repeat(10));
  await writeFile(path.join(broken, "config.json"), "{}");
  const caller = byBearer(await api.aCaller(await api.aProject(), "viewer"));
  const { data } = await (await api.send(caller, { method: "GET", path: "/v1/preview/base-models" })).json();
  expect(data[0]).toMatchObject({ name: "spindle-mini", is_bundled: true, family: "qwen3", problem: null });
  expect(data[0].parameters).toBeGreaterThan(100_000);
  expect(data[0].size_bytes).toBeGreaterThan(data[0].parameters);
  expect(data.find(({ name }: { name: string }) => name === "acme/broken")).toMatchObject({
    family: null,
    parameters: null,
    size_bytes: 10,
    problem: "tokenizer.json is missing",
  });
});
