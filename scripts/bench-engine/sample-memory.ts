import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import { createTrainer } from "#lib/engine/embedded/train/create-trainer.ts";
import { initialParameters } from "#lib/engine/embedded/train/initial-parameters.ts";
import type { TrainingMethod } from "#lib/engine/port/port.ts";
import { samplesOf } from "#lib/training/trainer/samples-of.ts";
import { llama } from "./shapes.ts";
import { medianOf } from "./statistics.ts";
import { randomSequences, trainStep } from "./train-step.ts";

export type MemoryModel = "spindle-mini" | "25 M";

export type SampleMemoryLoad = {
  readonly model: MemoryModel;
  readonly mode: TrainingMethod["mode"];
  /** Whether samples are reported before the first step and after each. */
  readonly reportsSamples: boolean;
};

export type SampleMemoryFigures = {
  readonly weightsMib: number;
  /** The most memory that the process has held. */
  readonly peakMib: number;
  /** Of the middle one; null where none were reported. */
  readonly samplesMs: number | null;
};

const BUNDLED = "lib/models/base-models/spindle-mini";
const LARGER = llama({ layers: 8, heads: 8, width: 512, ffnWidth: 1376 });
const THREADS = 2;
const STEPS = 6;
const PROMPTS = 3;
const PROMPT_TOKENS = 40;
const LORA: TrainingMethod = {
  mode: "lora",
  rank: 8,
  alpha: 16,
  targets: ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
};

/** A few steps of a job, with or without its samples. Weights are random, as memory does not depend on them. */
export async function measureSampleMemory(load: SampleMemoryLoad): Promise<SampleMemoryFigures> {
  const { model, mode, reportsSamples } = load;
  const config = model === "25 M" ? LARGER : await readDecoderConfig(BUNDLED);
  const parameters = initialParameters(config, 1);
  const method = mode === "full" ? { mode } : LORA;
  const trainer = await createTrainer({ config, parameters, adapter: null, method, threads: THREADS });
  const sequences = randomSequences(8, 64, trainer.vocabSize);
  const samplePrompts = sequences.slice(0, PROMPTS).map(({ tokenIds }) => tokenIds.slice(0, PROMPT_TOKENS));
  const times: number[] = [];
  const sampleOnce = async () => {
    const startedAt = performance.now();
    await samplesOf(trainer, { samplePrompts, decode: String, stopTokenIds: [] });
    times.push(performance.now() - startedAt);
  };
  if (reportsSamples) await sampleOnce();
  for (let step = 0; step < STEPS; step++) {
    await trainStep(trainer, sequences);
    if (reportsSamples) await sampleOnce();
  }
  return {
    weightsMib: parameters.values().reduce((sum, { data }) => sum + data.byteLength, 0) / 2 ** 20,
    peakMib: process.resourceUsage().maxRSS / 1024,
    samplesMs: reportsSamples ? medianOf(times) : null,
  };
}
