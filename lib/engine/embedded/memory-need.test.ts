import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { embeddedEngine } from "./embedded-engine.ts";
import { parameterShapes } from "./model/parameters.ts";
import { smallConfig } from "./testing/small-decoder.ts";

/** 13 TB of weights: no machine that runs these tests has them. */
const GIANT = smallConfig({
  width: 2 ** 16,
  heads: 512,
  kvHeads: 512,
  headWidth: 128,
  ffnWidth: 2 ** 18,
  layers: 49,
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spindle-giant-"));
  await writeGiant();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LORA = { mode: "lora", rank: 8, alpha: 16, targets: ["q_proj"] } as const;

test.each([
  ["chat", () => embeddedEngine.openSampler(policy())],
  ["scoring", () => embeddedEngine.openScorer(policy())],
  ["training in full", () => embeddedEngine.openTrainer(policy(), { method: { mode: "full" } })],
  ["training an adapter", () => embeddedEngine.openTrainer(policy(), { method: LORA })],
])(
  "a model that is larger than the machine is refused for %s with the numbers, before it is read",
  async (_, begin) => {
    const refused = begin();
    await expect(refused).rejects.toBeInstanceOf(TooLittleMemory);
    await expect(refused).rejects.toMatchObject({ isLasting: true });
    await expect(refused).rejects.toThrow(
      /needs about [\d,]{10,} MiB of memory, and this machine has [\d,]+ MiB/,
    );
  },
);

const policy = () => ({ modelFolder: folder, adapterFolder: null });

/** Files as long as they say, with nothing in them but their headers. */
async function writeGiant(): Promise<void> {
  const shards: Record<string, string> = {};
  for (const [name, shape] of parameterShapes(GIANT)) {
    const size = shape.reduce((product, side) => product * side, 4);
    const header = Buffer.from(JSON.stringify({ [name]: { dtype: "F32", shape, data_offsets: [0, size] } }));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(header.length));
    shards[name] = `${name}.safetensors`;
    const file = await open(join(folder, `${name}.safetensors`), "w");
    await file.write(Buffer.concat([length, header]));
    await file.truncate(8 + header.length + size);
    await file.close();
  }
  await writeFile(join(folder, "model.safetensors.index.json"), JSON.stringify({ weight_map: shards }));
  const { width, heads, kvHeads, headWidth, ffnWidth, layers, vocabSize, contextLength } = GIANT;
  await writeFile(
    join(folder, "config.json"),
    JSON.stringify({
      model_type: "llama",
      architectures: ["LlamaForCausalLM"],
      hidden_act: "silu",
      vocab_size: vocabSize,
      hidden_size: width,
      num_attention_heads: heads,
      num_key_value_heads: kvHeads,
      head_dim: headWidth,
      intermediate_size: ffnWidth,
      num_hidden_layers: layers,
      max_position_embeddings: contextLength,
      tie_word_embeddings: true,
    }),
  );
}
