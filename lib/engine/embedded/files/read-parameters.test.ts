import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { type Parameters, parameterShapes, type Tensor } from "../model/parameters.ts";
import { FAMILIES, livelyParameters, smallConfig } from "../testing/small-decoder.ts";
import { readParameters } from "./read-parameters.ts";
import { writeSafetensors } from "./safetensors.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "spindle-parameters-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const config = smallConfig();
const parameters = livelyParameters(config, 1);

test.each(FAMILIES)("the weights of a %s come back, in the order of their use", async (_, family) => {
  const weights = livelyParameters(family, 2);
  await writeWhole(weights);
  const read = await readParameters(folder, family);
  expect(read).toEqual(weights);
  expect([...read.keys()]).toEqual([...parameterShapes(family).keys()]);
});

test("weights in several files with an index are the weights in one", async () => {
  const entries = [...parameters];
  const map: Record<string, string> = {};
  for (const part of [0, 1, 2]) {
    const file = `model-0000${part + 1}-of-00003.safetensors`;
    const tensors = new Map(entries.filter((_, index) => index % 3 === part));
    for (const name of tensors.keys()) map[name] = file;
    await writeSafetensors(join(folder, file), tensors);
  }
  await writeIndex(map);
  expect(await readParameters(folder, config)).toEqual(parameters);
});

test("weights that somebody holds are the same arrays for the next reader, and others once the file is another", async () => {
  await writeWhole(parameters);
  const first = await readParameters(folder, config);
  const second = await readParameters(folder, config);
  for (const [name, { data }] of first) expect(second.get(name)?.data).toBe(data);
  await rm(join(folder, "model.safetensors"));
  const others = livelyParameters(config, 9);
  await writeWhole(others);
  expect(await readParameters(folder, config)).toEqual(others);
  expect(first).toEqual(parameters);
});

test("a copy of the tied head and old RoPE tables are passed over, as transformers does", async () => {
  const idle = new Map<string, Tensor>([
    ["lm_head.weight", { shape: [13, 8], data: new Float32Array(104) }],
    ["model.layers.0.self_attn.rotary_emb.inv_freq", { shape: [2], data: new Float32Array(2) }],
  ]);
  await writeWhole(new Map([...parameters, ...idle]));
  expect(await readParameters(folder, config)).toEqual(parameters);
});

test("a missing tensor is named", async () => {
  await writeWhole(without("model.layers.1.mlp.up_proj.weight"));
  await expectUnsupported("lacks model.layers.1.mlp.up_proj.weight");
});

test("of many missing tensors some are named and the rest counted", async () => {
  await writeWhole(new Map());
  await expectUnsupported(`and ${parameters.size - 5} more`);
});

test("a tensor that the config does not speak of is named", async () => {
  const bias: Tensor = { shape: [8], data: new Float32Array(8) };
  await writeWhole(new Map([...parameters, ["model.layers.0.self_attn.o_proj.bias", bias]]));
  await expectUnsupported("model.layers.0.self_attn.o_proj.bias");
});

test("a tensor of another shape is named with both shapes", async () => {
  const norm: Tensor = { shape: [1, 8], data: new Float32Array(8) };
  await writeWhole(new Map([...parameters, ["model.norm.weight", norm]]));
  await expectUnsupported('"model.norm.weight" is [1, 8]; config.json makes it [8]');
});

test("the error of a folder without weights names the missing files", async () => {
  await expectUnsupported("neither model.safetensors nor model.safetensors.index.json");
});

test.each(["../outside.safetensors", "/etc/passwd", "a/b.safetensors", ".hidden.safetensors", 7])(
  "an index that names the file %j is refused: shards must be in the folder itself",
  async (file) => {
    await writeIndex({ "model.norm.weight": file });
    await expect(readParameters(folder, config)).rejects.toThrow(CorruptFiles);
  },
);

test("a tensor that stands in two files is refused", async () => {
  await writeWhole(parameters);
  await rename(join(folder, "model.safetensors"), join(folder, "a.safetensors"));
  await writeSafetensors(join(folder, "b.safetensors"), parameters);
  await writeIndex({ "model.norm.weight": "a.safetensors", "model.embed_tokens.weight": "b.safetensors" });
  await expect(readParameters(folder, config)).rejects.toThrow("is in two files");
});

function writeWhole(tensors: Parameters): Promise<void> {
  return writeSafetensors(join(folder, "model.safetensors"), tensors);
}

function writeIndex(map: Record<string, unknown>): Promise<void> {
  const index = JSON.stringify({ metadata: { total_size: 1 }, weight_map: map });
  return writeFile(join(folder, "model.safetensors.index.json"), index);
}

function without(name: string): Parameters {
  return new Map([...parameters].filter(([key]) => key !== name));
}

async function expectUnsupported(words: string): Promise<void> {
  const reading = readParameters(folder, config);
  await expect(reading).rejects.toThrow(UnsupportedModel);
  await expect(reading).rejects.toThrow(words);
}
