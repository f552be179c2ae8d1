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
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters, Tensor } from "../model/parameters.ts";
import { AdamW } from "./adamw.ts";
import { type FlatLayout, type FlatTensors, fillFlat, flatTensors } from "./flat-tensors.ts";
import { GradientSum } from "./gradient-sum.internal.ts";
import { emptyScores, feedsOf, Packer, runGradients, scoreBatches } from "./packed-runs.internal.ts";
import type { SessionLease } from "./session-cache.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import { gradientName, lowRankNames } from "./training-graphs.ts";

export type TrainerParts = {
  readonly config: DecoderConfig;
  readonly base: Parameters;
  readonly adapter: Adapter | null;
  readonly layout: FlatLayout;
  readonly tokenBudget: number;
  readonly threads: number;
  readonly modelFolder: string | null;
  readonly gradient: SessionLease;
  readonly score: SessionLease;
  readonly reference: SessionLease;
};

/** The trainer that this process runs itself. */
export class EmbeddedTrainer implements Trainer {
  readonly #parts: TrainerParts;
  readonly #packer: Packer;
  /** The trained weights: all, or the adapter's. */
  readonly #trained: FlatTensors;
  readonly #gradient: GradientSum;
  readonly #optimizer: AdamW;
  #updates = 0;

  constructor(parts: TrainerParts) {
    this.#parts = parts;
    this.#packer = new Packer(parts.config, parts.tokenBudget);
    this.#trained = flatTensors(parts.layout);
    this.#gradient = new GradientSum(parts.layout, parts.threads);
    this.#optimizer = new AdamW(parts.layout, parts.threads);
    fillFlat(this.#trained, parts.adapter ? tensorsOf(parts.adapter) : parts.base);
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
    const batches = this.#packer.pack(sequences);
    return scoreBatches(await this.#parts.score.session(), this.#weightFeeds(), { batches, sequences });
  }

  async scoreReference(sequences: readonly Sequence[]): Promise<SequenceScores[]> {
    const batches = this.#packer.pack(sequences);
    return scoreBatches(await this.#parts.reference.session(), feedsOf(this.#parts.base), {
      batches,
      sequences,
    });
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
    for (const batch of this.#packer.pack(sequences))
      await this.#gradient.add(({ tensors }) => {
        const run = { weights, gradients: feedsOf(tensors, gradientName) };
        return runGradients(session, run, { batch, coefficients, logprobs });
      });
    return logprobs;
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
        : exportModel(temporary, { config, parameters: this.parameters(), textFolder: modelFolder }),
    );
  }

  /** Its weights are old after a step, so they are fed: standing in the graph they would be copied and packed, for six times their memory. */
  openSampler(options: SamplerOptions = {}): Promise<Sampler> {
    const { config, threads } = this.#parts;
    return openSampler(this.parameters(), config, { threads, ...options, weightBytesInGraph: 0 });
  }

  /** See `OpenTrainer`. */
  parameters(): Parameters {
    const adapter = this.adapter();
    return adapter ? mergeAdapter(this.#parts.base, adapter) : copyOf(this.#trained.tensors);
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
    const { gradient, score, reference } = this.#parts;
    await Promise.all([
      gradient.release(),
      score.release(),
      reference.release(),
      this.#gradient.close(),
      this.#optimizer.close(),
    ]);
  }

  #weightFeeds(): Tensors {
    const trained = feedsOf(this.#trained.tensors);
    return this.#parts.adapter ? { ...feedsOf(this.#parts.base), ...trained } : trained;
  }
}

/** The adapter's tensors by their names in the graph. */
function tensorsOf(adapter: Adapter): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  for (const [projection, pair] of adapter.pairs) {
    const { a, b } = lowRankNames(projection);
    tensors.set(a, pair.a).set(b, pair.b);
  }
  return tensors;
}

function copyOf(tensors: Parameters): Parameters {
  return new Map([...tensors].map(([name, { shape, data }]) => [name, { shape, data: data.slice() }]));
}

function required(tensors: Parameters, name: string): Tensor {
  const tensor = tensors.get(name);
  if (!tensor) throw new Error(`The adapter has no ${name}`);
  return tensor;
}
