import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { initialAdapter, mergeAdapter } from "../model/adapter.ts";
import { livelyParameters, smallConfig } from "../testing/small-decoder.ts";
import { exportAdapter } from "./export-adapter.ts";
import { exportModel } from "./export-model.ts";
import { readPolicy } from "./open-policy.ts";

const config = smallConfig();
const parameters = livelyParameters(config, 1);
const adapter = initialAdapter(config, { rank: 2, alpha: 4, targets: ["q_proj"], seed: 1 });
for (const { b } of adapter.pairs.values()) b.data.fill(0.25);

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "spindle-policy-"));
  for (const name of ["text", "model", "adapter"]) await mkdir(join(root, name));
  await exportModel(join(root, "model"), { config, parameters, textFolder: join(root, "text") });
  await exportAdapter(join(root, "adapter"), adapter, "model");
});
afterAll(() => rm(root, { recursive: true, force: true }));

test("a policy without an adapter is its model", async () => {
  const policy = await readPolicy({ modelFolder: join(root, "model"), adapterFolder: null });
  expect(policy.config).toEqual(config);
  expect(policy.adapter).toBeNull();
  expect(policy.base).toEqual(parameters);
  expect(policy.parameters).toBe(policy.base);
});

test("a policy with an adapter keeps both apart and computes with both in one", async () => {
  const policy = await readPolicy({ modelFolder: join(root, "model"), adapterFolder: join(root, "adapter") });
  expect(policy.base).toEqual(parameters);
  expect(policy.adapter).toEqual(adapter);
  expect(policy.parameters).toEqual(mergeAdapter(parameters, adapter));
  expect(policy.parameters).toBe(policy.parameters);
});
