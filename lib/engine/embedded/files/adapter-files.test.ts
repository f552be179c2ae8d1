import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { type Adapter, initialAdapter } from "../model/adapter.ts";
import { PROJECTIONS, type Projection, type Tensor } from "../model/parameters.ts";
import { smallConfig } from "../testing/small-decoder.ts";
import { exportAdapter } from "./export-adapter.ts";
import { readAdapter } from "./read-adapter.ts";
import { readSafetensors, writeSafetensors } from "./safetensors.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "spindle-adapter-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const config = smallConfig({ layers: 1 });

test("an exported adapter is what PEFT loads: each field of its config, each tensor by name and shape", async () => {
  await exportAdapter(folder, lively(PROJECTIONS), "acme/base");
  expect(JSON.parse(await readFile(join(folder, "adapter_config.json"), "utf8"))).toEqual({
    alpha_pattern: {},
    auto_mapping: null,
    base_model_name_or_path: "acme/base",
    bias: "none",
    fan_in_fan_out: false,
    inference_mode: true,
    init_lora_weights: true,
    layer_replication: null,
    layers_pattern: null,
    layers_to_transform: null,
    loftq_config: {},
    lora_alpha: 6,
    lora_dropout: 0,
    megatron_config: null,
    megatron_core: "megatron.core",
    modules_to_save: null,
    peft_type: "LORA",
    r: 3,
    rank_pattern: {},
    revision: null,
    target_modules: ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
    task_type: "CAUSAL_LM",
    use_dora: false,
    use_rslora: false,
  });
  const { tensors, metadata } = await readSafetensors(join(folder, "adapter_model.safetensors"));
  expect(metadata).toEqual({ format: "pt" });
  expect(Object.fromEntries([...tensors].map(([name, { shape }]) => [name, shape]))).toEqual({
    "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight": [3, 8],
    "base_model.model.model.layers.0.self_attn.q_proj.lora_B.weight": [16, 3],
    "base_model.model.model.layers.0.self_attn.k_proj.lora_A.weight": [3, 8],
    "base_model.model.model.layers.0.self_attn.k_proj.lora_B.weight": [8, 3],
    "base_model.model.model.layers.0.self_attn.v_proj.lora_A.weight": [3, 8],
    "base_model.model.model.layers.0.self_attn.v_proj.lora_B.weight": [8, 3],
    "base_model.model.model.layers.0.self_attn.o_proj.lora_A.weight": [3, 16],
    "base_model.model.model.layers.0.self_attn.o_proj.lora_B.weight": [8, 3],
    "base_model.model.model.layers.0.mlp.gate_proj.lora_A.weight": [3, 8],
    "base_model.model.model.layers.0.mlp.gate_proj.lora_B.weight": [12, 3],
    "base_model.model.model.layers.0.mlp.up_proj.lora_A.weight": [3, 8],
    "base_model.model.model.layers.0.mlp.up_proj.lora_B.weight": [12, 3],
    "base_model.model.model.layers.0.mlp.down_proj.lora_A.weight": [3, 12],
    "base_model.model.model.layers.0.mlp.down_proj.lora_B.weight": [8, 3],
  });
});

test("an adapter that is exported and read again is the same to the bit", async () => {
  const adapter = lively(["q_proj", "v_proj"]);
  await exportAdapter(folder, adapter, "acme/base");
  expect(await readAdapter(folder, config)).toEqual(adapter);
});

test("the config that a later PEFT writes back is read, its new fields being off", async () => {
  const adapter = lively(["q_proj", "v_proj"]);
  await exportAdapter(folder, adapter, "acme/base");
  await changeConfig({
    peft_version: "0.21.0",
    target_modules: ["v_proj", "q_proj"],
    qalora_group_size: 16,
    use_qalora: false,
    eva_config: null,
    exclude_modules: null,
    ensure_weight_tying: false,
    runtime_config: {},
  });
  expect(await readAdapter(folder, config)).toEqual(adapter);
});

test.each<[string, object, string]>([
  ["another kind of adapter", { peft_type: "IA3" }, 'peft_type "IA3"'],
  ["another task", { task_type: "SEQ_CLS" }, 'task_type "SEQ_CLS"'],
  ["rank-stabilised scaling", { use_rslora: true }, "use_rslora true"],
  ["DoRA", { use_dora: true }, "use_dora true"],
  ["trained biases", { bias: "all" }, 'bias "all"'],
  ["a bias of its own", { lora_bias: true }, "lora_bias true"],
  ["transposed weights", { fan_in_fan_out: true }, "fan_in_fan_out true"],
  ["ranks that differ", { rank_pattern: { q_proj: 4 } }, "rank_pattern"],
  ["scales that differ", { alpha_pattern: { q_proj: 4 } }, "alpha_pattern"],
  ["whole modules", { modules_to_save: ["lm_head"] }, "modules_to_save"],
  ["some modules left out", { exclude_modules: ["model.layers.0.self_attn.q_proj"] }, "exclude_modules"],
  ["some layers only", { layers_to_transform: [0] }, "layers_to_transform"],
  ["a field of a later version that is on", { use_something_new: true }, "use_something_new true"],
  ["a start that changes the base", { init_lora_weights: "pissa_niter_4" }, "pissa_niter_4"],
  ["modules by pattern", { target_modules: ".*_proj" }, 'target_modules ".*_proj"'],
  ["no modules", { target_modules: [] }, "target_modules []"],
  ["a module that is not a projection", { target_modules: ["q_proj", "lm_head"] }, '"lm_head"'],
  ["no rank", { r: 0 }, "r 0"],
  ["a rank beyond any matrix", { r: 1e9 }, "r 1000000000"],
  ["no scale", { lora_alpha: null }, "lora_alpha null"],
])("%s: the adapter is refused with the field and its value", async (_, change, words) => {
  await exportAdapter(folder, lively(["q_proj"]), "acme/base");
  await changeConfig(change);
  const reading = readAdapter(folder, config);
  await expect(reading).rejects.toThrow(UnsupportedModel);
  await expect(reading).rejects.toThrow(words);
});

test("an adapter of a model of another size is refused with both shapes", async () => {
  await exportAdapter(folder, lively(["q_proj"]), "acme/base");
  const reading = readAdapter(folder, smallConfig({ layers: 1, width: 16 }));
  await expect(reading).rejects.toThrow(UnsupportedModel);
  await expect(reading).rejects.toThrow("is [3, 8]; for this model and rank it would be [3, 16]");
});

test("an adapter with fewer layers than the model has lost tensors", async () => {
  await exportAdapter(folder, lively(["q_proj"]), "acme/base");
  await expect(readAdapter(folder, smallConfig({ layers: 2 }))).rejects.toThrow(CorruptFiles);
});

test("a tensor that no target module explains is refused by name", async () => {
  await exportAdapter(folder, lively(["q_proj"]), "acme/base");
  const path = join(folder, "adapter_model.safetensors");
  const { tensors } = await readSafetensors(path);
  await rm(path);
  const extra: Tensor = { shape: [1], data: new Float32Array(1) };
  await writeSafetensors(path, new Map([...tensors, ["base_model.model.lm_head.weight", extra]]));
  await expect(readAdapter(folder, config)).rejects.toThrow("base_model.model.lm_head.weight");
});

function lively(targets: readonly Projection[]): Adapter {
  const adapter = initialAdapter(config, { rank: 3, alpha: 6, targets, seed: 1 });
  for (const { b } of adapter.pairs.values()) b.data.set(b.data.map((_, i) => Math.cos(i)));
  return adapter;
}

async function changeConfig(change: object): Promise<void> {
  const path = join(folder, "adapter_config.json");
  const config: unknown = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify(Object.assign({}, config, change)));
}
