import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PolicyFiles } from "#lib/engine/port/port.ts";
import { aRequest, complete } from "#lib/testing/data/sample-requests.ts";
import { exportAdapter } from "../files/export-adapter.ts";
import { exportModel } from "../files/export-model.ts";
import { readPolicy } from "../files/open-policy.ts";
import { writeSafetensors } from "../files/safetensors.ts";
import { initialAdapter } from "../model/adapter.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters } from "../model/parameters.ts";
import { FAMILIES, livelyParameters, smallConfig, someTokens } from "../testing/small-decoder.ts";
import { openPolicySampler } from "./open-policy-sampler.ts";
import { openSampler } from "./open-sampler.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "spindle-mapped-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const WIDE = smallConfig({ headWidth: 16 });
const WEIGHTS = "model.safetensors";

test.each([
  ...FAMILIES.map(([name, config]) => [name, { ...config, headWidth: 16 }] as const),
  ["heads narrower than the runtime's step", smallConfig()] as const,
])("%s: weights that are mapped give the very numbers of weights that are read", async (_, config) => {
  await writeModel(config, livelyParameters(config, 1));
  await expectSameNumbers(config, null);
});

test.each(["BF16", "F16"] as const)("weights of type %s are those that are read", async (type) => {
  await writeModel(WIDE, livelyParameters(WIDE, 2));
  await narrowTo(type);
  await expectSameNumbers(WIDE, null);
});

test("an adapter is merged in as it is in memory, and no file of it stays", async () => {
  await writeModel(WIDE, livelyParameters(WIDE, 3));
  const adapter = initialAdapter(WIDE, {
    rank: 3,
    alpha: 6,
    targets: ["q_proj", "v_proj", "up_proj"],
    seed: 1,
  });
  for (const { b } of adapter.pairs.values()) b.data.fill(0.25);
  await mkdir(join(root, "adapter"));
  await exportAdapter(join(root, "adapter"), adapter, "model");
  await expectSameNumbers(WIDE, join(root, "adapter"));
  expect((await readdir(root)).sort()).toEqual(["adapter", "model"]);
});

test("links to files elsewhere are followed, as caches of downloads have them", async () => {
  await writeModel(WIDE, livelyParameters(WIDE, 4));
  await mkdir(join(root, "blobs"));
  await rename(join(root, "model", WEIGHTS), join(root, "blobs", "0123abcd"));
  await symlink(join(root, "blobs", "0123abcd"), join(root, "model", WEIGHTS));
  await expectSameNumbers(WIDE, null);
});

test("weights in several files, in one folder or in several, are the weights in one", async () => {
  const parameters = [...livelyParameters(WIDE, 5)];
  await writeModel(WIDE, new Map(parameters));
  await rm(join(root, "model", WEIGHTS));
  const map: Record<string, string> = {};
  for (const part of [0, 1]) {
    const file = `part-${part}.safetensors`;
    const tensors = new Map(parameters.filter((_, index) => index % 2 === part));
    for (const name of tensors.keys()) map[name] = file;
    await writeSafetensors(join(root, "model", file), tensors);
  }
  await writeFile(join(root, "model", `${WEIGHTS}.index.json`), JSON.stringify({ weight_map: map }));
  await expectSameNumbers(WIDE, null);
  await mkdir(join(root, "elsewhere"));
  await rename(join(root, "model", "part-1.safetensors"), join(root, "elsewhere", "part-1.safetensors"));
  await symlink(join(root, "elsewhere", "part-1.safetensors"), join(root, "model", "part-1.safetensors"));
  await expectSameNumbers(WIDE, null);
});

async function writeModel(config: DecoderConfig, parameters: Parameters): Promise<void> {
  await mkdir(join(root, "model"));
  await exportModel(join(root, "model"), { config, parameters, textFolder: root });
}

/** Several rows of different lengths, each with the log-probabilities of its alternatives. */
async function expectSameNumbers(config: DecoderConfig, adapterFolder: string | null): Promise<void> {
  const policy: PolicyFiles = { modelFolder: join(root, "model"), adapterFolder };
  const { parameters } = await readPolicy(policy);
  const read = await openSampler(parameters, config);
  const mapped = await openPolicySampler(policy, { scratchFolder: join(root, "scratch") });
  const requests = [1, 2, 3].map((seed) =>
    aRequest(someTokens(config, { length: 9 * seed, seed }), { seed, maxTokens: 20, topLogprobs: 3 }),
  );
  const expected = await Promise.all(requests.map((request) => complete(read, request)));
  expect(await Promise.all(requests.map((request) => complete(mapped, request)))).toEqual(expected);
  await Promise.all([read.close(), mapped.close()]);
}

/** Writes the weights again with two bytes each. */
async function narrowTo(type: "BF16" | "F16"): Promise<void> {
  const path = join(root, "model", WEIGHTS);
  const { parameters } = await readPolicy({ modelFolder: join(root, "model"), adapterFolder: null });
  const header: Record<string, unknown> = {};
  const parts: Buffer[] = [];
  let at = 0;
  for (const [name, { shape, data }] of parameters) {
    const words = new Uint32Array(data.buffer, data.byteOffset, data.length);
    const narrow = type === "BF16" ? Uint16Array.from(words, (word) => word >>> 16) : new Float16Array(data);
    header[name] = { dtype: type, shape, data_offsets: [at, at + narrow.byteLength] };
    at += narrow.byteLength;
    parts.push(Buffer.from(narrow.buffer));
  }
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  await writeFile(path, Buffer.concat([length, json, ...parts]));
}
