import { writeFolder } from "#lib/engine/embedded/files/write-folder.ts";
import type {
  AdamWSettings,
  Sampler,
  SamplerOptions,
  Sequence,
  SequenceScores,
  TokenLoss,
  Trainer,
} from "#lib/engine/port/port.ts";
import { requireCoefficients, requireSequences } from "#lib/engine/port/require-fitting.ts";
import type { RemoteHandle } from "./connection.internal.ts";
import { TorchSampler } from "./torch-sampler.internal.ts";
import { type Body, floatsIn, joined, numberIn, sequenceArrays, splitBySequence } from "./wire.internal.ts";

/** A model that the server trains. Losses are computed here: what travels are log-probabilities one way and coefficients the other. */
export class TorchTrainer implements Trainer {
  readonly vocabSize: number;
  readonly contextLength: number;
  readonly parameterCount: number;
  readonly #handle: RemoteHandle;
  #updates: number;
  /** Of a call that nobody waited for. */
  #fault: unknown = null;

  constructor(handle: RemoteHandle, facts: Body) {
    this.#handle = handle;
    this.vocabSize = numberIn(facts, "vocab_size");
    this.contextLength = numberIn(facts, "context_length");
    this.parameterCount = numberIn(facts, "parameter_count");
    this.#updates = numberIn(facts, "updates");
  }

  get updates(): number {
    return this.#updates;
  }

  score(sequences: readonly Sequence[]): Promise<SequenceScores[]> {
    return this.#scores("score", sequences);
  }

  scoreReference(sequences: readonly Sequence[]): Promise<SequenceScores[]> {
    return this.#scores("score_reference", sequences);
  }

  async gradients(sequences: readonly Sequence[], loss: TokenLoss): Promise<SequenceScores[]> {
    if (loss.kind === "fixed") {
      const answer = await this.#accumulate(sequences, loss.coefficients);
      return splitBySequence(floatsIn(answer, "logprobs"), sequences).map((logprobs) => ({
        logprobs,
        entropies: null,
      }));
    }
    const scores = await this.#scores("score_to_train", sequences);
    await this.#accumulate(sequences, loss.coefficientsOf(scores));
    return scores;
  }

  async optimizerStep(settings: AdamWSettings): Promise<{ gradNorm: number }> {
    const answer = await this.#call("optimizer_step", {
      settings: {
        learning_rate: settings.learningRate,
        beta1: settings.beta1,
        beta2: settings.beta2,
        epsilon: settings.epsilon,
        weight_decay: settings.weightDecay,
        max_grad_norm: settings.maxGradNorm,
      },
    });
    this.#updates = numberIn(answer, "updates");
    const { grad_norm: norm } = answer.fields;
    return { gradNorm: typeof norm === "number" ? norm : Number.NaN };
  }

  resetOptimizer(): void {
    this.#call("reset_optimizer").catch((error: unknown) => {
      this.#fault ??= error;
    });
  }

  async snapshot(folder: string): Promise<void> {
    await writeFolder(folder, async (temporary) => {
      await this.#call("snapshot", { folder: temporary });
    });
  }

  async restore(folder: string): Promise<void> {
    this.#updates = numberIn(await this.#call("restore", { folder }), "updates");
  }

  async exportPolicy(folder: string): Promise<void> {
    await writeFolder(folder, async (temporary) => {
      await this.#call("export_policy", { folder: temporary });
    });
  }

  async openSampler(options: SamplerOptions = {}): Promise<Sampler> {
    const { handle, facts } = await this.#handle.open("sampler_of_trainer");
    return new TorchSampler(handle, facts, options);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #scores(operation: string, sequences: readonly Sequence[]): Promise<SequenceScores[]> {
    requireSequences(sequences, this);
    if (sequences.length === 0) return [];
    return scoresIn(await this.#call(operation, {}, sequenceArrays(sequences)), sequences);
  }

  async #accumulate(sequences: readonly Sequence[], coefficients: readonly Float32Array[]): Promise<Body> {
    requireSequences(sequences, this);
    requireCoefficients(sequences, coefficients);
    if (sequences.length === 0) return { fields: {}, arrays: new Map([["logprobs", new Float32Array()]]) };
    const arrays = sequenceArrays(sequences).set("coefficients", joined(coefficients));
    return this.#call("gradients", {}, arrays);
  }

  async #call(...call: Parameters<RemoteHandle["call"]>): Promise<Body> {
    if (this.#fault !== null) throw this.#fault;
    return this.#handle.call(...call);
  }
}

export function scoresIn(answer: Body, sequences: readonly Sequence[]): SequenceScores[] {
  const logprobs = splitBySequence(floatsIn(answer, "logprobs"), sequences);
  const entropies = splitBySequence(floatsIn(answer, "entropies"), sequences);
  return logprobs.map((values, at) => ({ logprobs: values, entropies: entropies[at] ?? null }));
}
