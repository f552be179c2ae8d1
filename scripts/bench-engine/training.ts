import { createTrainer } from "#lib/engine/embedded/train/create-trainer.ts";
import { initialParameters } from "#lib/engine/embedded/train/initial-parameters.ts";
import type { Sequence, Trainer } from "#lib/engine/port/port.ts";
import { MatrixProduct } from "./matrix-product.ts";
import { SHAPES, type ShapeName } from "./shapes.ts";
import { medianOf } from "./statistics.ts";
import { randomSequences, trainStep } from "./train-step.ts";

export type TrainingFigures = {
  readonly parameters: number;
  /** Of the fastest step and of the middle one. */
  readonly bestTokensPerSecond: number;
  readonly medianTokensPerSecond: number;
  readonly firstStepMs: number;
  /** 6 × parameters × tokens a second ÷ operations a second of the matrix product, both at their fastest. */
  readonly ratio: number;
  readonly productGflops: number;
  /** The most memory that the process has held. */
  readonly peakMib: number;
};

export type TrainingLoad = {
  readonly shape: ShapeName;
  readonly threads: number;
  /** How long to measure. */
  readonly seconds: number;
  /** Tokens computed together at most; the engine's own choice where absent. */
  readonly tokenBudget?: number | undefined;
};

const PRODUCTS = 12;
/** Whole steps (forward, backward, clip, AdamW) of all weights. Steps and matrix products alternate, so that both meet the same machine. */
export async function measureTraining(load: TrainingLoad): Promise<TrainingFigures> {
  const { shape, threads, seconds, tokenBudget } = load;
  const { config, rows, length } = SHAPES[shape];
  const trainer = await createTrainer({
    config,
    parameters: initialParameters(config, 1),
    adapter: null,
    method: { mode: "full" },
    threads,
    ...(tokenBudget ? { tokenBudget } : {}),
  });
  const product = await MatrixProduct.open(threads);
  const sequences = randomSequences(rows, length, config.vocabSize);
  const firstStepMs = await stepMs(trainer, sequences);
  const times: number[] = [];
  let flops = 0;
  for (let spentMs = 0; spentMs < seconds * 1000; ) {
    flops = Math.max(flops, await product.flops(PRODUCTS));
    for (const endAt = performance.now() + 1000; performance.now() < endAt; )
      times.push(await stepMs(trainer, sequences));
    spentMs = times.reduce((sum, ms) => sum + ms, 0);
  }
  const speed = (ms: number) => (rows * length) / (ms / 1000);
  const best = speed(Math.min(...times));
  return {
    parameters: trainer.parameterCount,
    bestTokensPerSecond: best,
    medianTokensPerSecond: speed(medianOf(times)),
    firstStepMs,
    ratio: (6 * trainer.parameterCount * best) / flops,
    productGflops: flops / 1e9,
    peakMib: process.resourceUsage().maxRSS / 1024,
  };
}

async function stepMs(trainer: Trainer, sequences: readonly Sequence[]): Promise<number> {
  const startedAt = performance.now();
  await trainStep(trainer, sequences);
  return performance.now() - startedAt;
}
