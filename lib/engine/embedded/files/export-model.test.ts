import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FAMILIES, livelyParameters, smallConfig } from "../testing/small-decoder.ts";
import { exportModel } from "./export-model.ts";
import { readDecoderConfig } from "./read-decoder-config.ts";
import { readParameters } from "./read-parameters.ts";
import { readSafetensors } from "./safetensors.ts";

let textFolder: string;
let folder: string;
beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), "spindle-export-"));
  textFolder = join(root, "base");
  folder = join(root, "exported");
  await mkdir(textFolder);
  await mkdir(folder);
});
afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

test.each(FAMILIES)("a %s that is exported and read again is the same", async (_, config) => {
  const parameters = livelyParameters(config, 1);
  await exportModel(folder, { config, parameters, textFolder });
  expect(await readDecoderConfig(folder)).toEqual(config);
  expect(await readParameters(folder, config)).toEqual(parameters);
});

test("a Qwen3 model is exported as transformers writes one: config, names and shapes", async () => {
  const config = smallConfig({ family: "qwen3", hasQkNorm: true, layers: 1, hasTiedHead: false });
  await writeFile(join(textFolder, "config.json"), JSON.stringify({ eos_token_id: 2, hidden_size: 77 }));
  await writeFile(
    join(textFolder, "generation_config.json"),
    JSON.stringify({ eos_token_id: [2, 0], pad_token_id: 0, temperature: 0.6 }),
  );
  await exportModel(folder, { config, parameters: livelyParameters(config, 1), textFolder });
  expect(await readJson("config.json")).toEqual({
    architectures: ["Qwen3ForCausalLM"],
    attention_bias: false,
    attention_dropout: 0,
    bos_token_id: null,
    eos_token_id: 2,
    head_dim: 4,
    hidden_act: "silu",
    hidden_size: 8,
    initializer_range: 0.02,
    intermediate_size: 12,
    max_position_embeddings: 512,
    model_type: "qwen3",
    num_attention_heads: 4,
    num_hidden_layers: 1,
    num_key_value_heads: 2,
    pad_token_id: 0,
    rms_norm_eps: 1e-5,
    rope_scaling: null,
    rope_theta: 100,
    sliding_window: null,
    tie_word_embeddings: false,
    torch_dtype: "float32",
    use_cache: true,
    use_sliding_window: false,
    vocab_size: 13,
  });
  expect(await readJson("generation_config.json")).toEqual({
    bos_token_id: null,
    eos_token_id: [2, 0],
    pad_token_id: 0,
    temperature: 0.6,
  });
  const { tensors } = await readSafetensors(join(folder, "model.safetensors"));
  expect(Object.fromEntries([...tensors].map(([name, { shape }]) => [name, shape]))).toEqual({
    "lm_head.weight": [13, 8],
    "model.embed_tokens.weight": [13, 8],
    "model.layers.0.input_layernorm.weight": [8],
    "model.layers.0.mlp.down_proj.weight": [8, 12],
    "model.layers.0.mlp.gate_proj.weight": [12, 8],
    "model.layers.0.mlp.up_proj.weight": [12, 8],
    "model.layers.0.post_attention_layernorm.weight": [8],
    "model.layers.0.self_attn.k_norm.weight": [4],
    "model.layers.0.self_attn.k_proj.weight": [8, 8],
    "model.layers.0.self_attn.o_proj.weight": [8, 16],
    "model.layers.0.self_attn.q_norm.weight": [4],
    "model.layers.0.self_attn.q_proj.weight": [16, 8],
    "model.layers.0.self_attn.v_proj.weight": [8, 8],
    "model.norm.weight": [8],
  });
});

test("the files that make text of tokens go along, and no others", async () => {
  for (const name of [
    "tokenizer.json",
    "tokenizer_config.json",
    "chat_template.jinja",
    "README.md",
    "model.safetensors",
  ])
    await writeFile(join(textFolder, name), name);
  const config = smallConfig();
  await exportModel(folder, { config, parameters: livelyParameters(config, 1), textFolder });
  expect((await readdir(folder)).sort()).toEqual([
    "chat_template.jinja",
    "config.json",
    "generation_config.json",
    "model.safetensors",
    "tokenizer.json",
    "tokenizer_config.json",
  ]);
  expect(await readFile(join(folder, "tokenizer.json"), "utf8")).toBe("tokenizer.json");
});

test("weights that do not fit the config are not exported", async () => {
  const config = smallConfig();
  const parameters = livelyParameters(smallConfig({ vocabSize: 14 }), 1);
  await expect(exportModel(folder, { config, parameters, textFolder })).rejects.toThrow(
    "model.embed_tokens.weight is [14,8]; the config makes it [13,8]",
  );
});

test("a mixture of families is not exported: no other tool would know it", async () => {
  const config = smallConfig({ hasQkNorm: true });
  const exported = exportModel(folder, { config, parameters: livelyParameters(config, 1), textFolder });
  await expect(exported).rejects.toThrow("A llama model with hasQkNorm true");
});

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, name), "utf8"));
}
