import { basename } from "node:path";
import type { Tensors } from "#lib/engine/embedded/runtime/session.ts";
import type {
  AdamWSettings,
  Sampler,
  SamplerOptions,
  Sequence,
  SequenceScores,
  TokenLoss,
  Trainer,
} from "#lib/engine/port/port.ts";
import { requireCoefficients } from "#lib/engine/port/require-fitting.ts";
import { openSampler } from "../decode/open-sampler.ts";
import { exportAdapter } from "../files/export-adapter.ts";
import { exportModel } from "../files/export-model.ts";
import { writeFolder } from "../files/write-folder.ts";
import { type Adapter, mergeAdapter } from "../model/adapter.ts";
import { hasComputedHeads } from "../model/computed-heads.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters, Tensor } from "../model/parameters.ts";
import { AdamW } from "./adamw.ts";
import type { FlatLayout, FlatTensors } from "./flat-tensors.ts";
import { GradientSum } from "./gradient-sum.internal.ts";
import {
  emptyScores,
  feedsOf,
  type PackedBatch,
  Packer,
  runGradients,
  scoreBatches,
} from "./packed-runs.internal.ts";
import { RunMemory } from "./run-memory.internal.ts";
import type { SessionLease } from "./session-cache.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import { gradientName, lowRankNames, sumName } from "./training-graphs.ts";

export type TrainerParts = {
  readonly config: DecoderConfig;
  /** What an adapter is trained on; null where all weights are trained. */
  readonly base: Parameters | null;
  readonly adapter: Adapter | null;
  readonly reference: () => Promise<Parameters>;
  /** What is trained: all weights, or the adapter's. */
  readonly trained: FlatTensors;
  readonly layout: FlatLayout;
  readonly tokenBudget: number;
  /** Whether the graph of the gradient adds to the sum. */
  readonly accumulates: boolean;
  readonly threads: number;
  readonly modelFolder: string | null;
  readonly gradient: SessionLease;
  readonly score: SessionLease;
  readonly scoreReference: SessionLease;
};

/** The trainer that this process runs itself. */
export class EmbeddedTrainer implements Trainer {
  readonly #parts: TrainerParts;
  readonly #packer: Packer;
  readonly #memory: RunMemory;
  /** The trained weights: all, or the adapter's. */
  readonly #trained: FlatTensors;
  readonly #gradient: GradientSum;
  readonly #optimizer: AdamW;
  #updates = 0;
  /** Kept from its first use on. */
  #reference: Promise<Parameters> | null = null;

  constructor(parts: TrainerParts) {
    this.#parts = parts;
    this.#packer = new Packer(parts.config, parts.tokenBudget);
    this.#memory = new RunMemory(parts.config, parts.adapter ?? "all");
    this.#trained = parts.trained;
    this.#gradient = new GradientSum(parts.layout, parts);
    this.#optimizer = new AdamW(parts.layout, parts.threads);
  }

  get vocabSize(): number {
    return this.#parts.config.vocabSize;
  }

  get contextLength(): number {
    return this.#parts.config.contextLength;
  }

  /** Of the trained weights. */
  get parameterCount(): number {
    return [...this.#trained.tensors.values()].reduce((count, { data }) => count + data.length, 0);
  }

  get updates(): number {
    return this.#updates;
  }

  async score(sequences: readonly Sequence[]): Promise<SequenceScores[]> {
    const batches = await this.#packed(sequences);
    return scoreBatches(await this.#parts.score.session(), this.#weightFeeds(), { batches, sequences });
  }

  async scoreReference(sequences: readonly Sequence[]): Promise<SequenceScores[]> {
    const batches = await this.#packed(sequences);
    this.#reference ??= this.#parts.reference();
    const weights = feedsOf(await this.#reference);
    return scoreBatches(await this.#parts.scoreReference.session(), weights, { batches, sequences });
  }

  async gradients(sequences: readonly Sequence[], loss: TokenLoss): Promise<SequenceScores[]> {
    if (loss.kind === "fixed") {
      const logprobs = await this.#accumulate(sequences, loss.coefficients);
      return logprobs.map((values) => ({ logprobs: values, entropies: null }));
    }
    const scores = await this.score(sequences);
    await this.#accumulate(sequences, loss.coefficientsOf(scores));
    return scores;
  }

  async #accumulate(
    sequences: readonly Sequence[],
    coefficients: readonly Float32Array[],
  ): Promise<Float32Array[]> {
    requireCoefficients(sequences, coefficients);
    const logprobs = sequences.map(emptyScores);
    const weights = this.#weightFeeds();
    const session = await this.#parts.gradient.session();
    for (const batch of await this.#packed(sequences))
      await this.#gradient.add(({ tensors }) => {
        const sums = this.#parts.accumulates ? feedsOf(tensors, sumName) : {};
        const run = { weights: { ...weights, ...sums }, gradients: feedsOf(tensors, gradientName) };
        return runGradients(session, run, { batch, coefficients, logprobs });
      });
    return logprobs;
  }

  /** In runs that there is memory for. */
  async #packed(sequences: readonly Sequence[]): Promise<PackedBatch[]> {
    const batches = this.#packer.pack(sequences);
    // Until the first step nothing has been written to the gradient and the moments, so that they are only promised.
    const promised = this.#optimizer.steps === 0 ? 3 * this.#trained.data.byteLength : 0;
    await this.#memory.require(batches, promised);
    return batches;
  }

  async optimizerStep(settings: AdamWSettings): Promise<{ gradNorm: number }> {
    const gradNorm = await this.#optimizer.step(this.#trained.data, this.#gradient.data, settings);
    this.#gradient.clear();
    if (Number.isFinite(gradNorm)) this.#updates += 1;
    return { gradNorm };
  }

  resetOptimizer(): void {
    this.#optimizer.reset();
  }

  async snapshot(folder: string): Promise<void> {
    await writeSnapshot(folder, {
      trained: this.#trained,
      optimizer: this.#optimizer,
      updates: this.#updates,
    });
  }

  async restore(folder: string): Promise<void> {
    this.#updates = await readSnapshot(folder, { trained: this.#trained, optimizer: this.#optimizer });
    this.#gradient.clear();
  }

  async exportPolicy(folder: string): Promise<void> {
    const { modelFolder, config } = this.#parts;
    if (modelFolder === null)
      throw new Error("This trainer was created from weights in memory; export them with `parameters()`");
    const adapter = this.adapter();
    await writeFolder(folder, (temporary) =>
      adapter
        ? exportAdapter(temporary, adapter, basename(modelFolder))
        : exportModel(temporary, {
            config,
            parameters: this.#trained.tensors,
            textFolder: modelFolder,
          }),
    );
  }

  /** Its weights are old after a step, so they are fed: standing in the graph they would be copied and packed, for six times their memory. */
  openSampler(options: SamplerOptions = {}): Promise<Sampler> {
    const { config, threads, base } = this.#parts;
    const adapter = this.adapter();
    const fed = { threads, ...options, weightBytesInGraph: 0 };
    if (!adapter || !base) return openSampler(this.#trained.tensors, config, fed);
    if (hasComputedHeads(config)) return openSampler(base, config, { ...fed, adapter });
    return openSampler(mergeAdapter(base, adapter), config, fed);
  }

  /** See `OpenTrainer`. */
  parameters(): Parameters {
    const adapter = this.adapter();
    const { base } = this.#parts;
    return adapter && base ? mergeAdapter(base, adapter) : copyOf(this.#trained.tensors);
  }

  /** See `OpenTrainer`. */
  adapter(): Adapter | null {
    const { adapter } = this.#parts;
    if (!adapter) return null;
    const tensors = copyOf(this.#trained.tensors);
    const pairs = [...adapter.pairs.keys()].map((projection) => {
      const { a, b } = lowRankNames(projection);
      return [projection, { a: required(tensors, a), b: required(tensors, b) }] as const;
    });
    return { ...adapter, pairs: new Map(pairs) };
  }

  async close(): Promise<void> {
    const { gradient, score, scoreReference } = this.#parts;
    await Promise.all([
      gradient.release(),
      score.release(),
      scoreReference.release(),
      this.#gradient.close(),
      this.#optimizer.close(),
    ]);
  }

  #weightFeeds(): Tensors {
    const trained = feedsOf(this.#trained.tensors);
    const { base } = this.#parts;
    return base ? { ...feedsOf(base), ...trained } : trained;
  }
}

function copyOf(tensors: Parameters): Parameters {
  return new Map([...tensors].map(([name, { shape, data }]) => [name, { shape, data: data.slice() }]));
}

function required(tensors: Parameters, name: string): Tensor {
  const tensor = tensors.get(name);
  if (!tensor) throw new Error(`The adapter has no ${name}`);
  return tensor;
}
