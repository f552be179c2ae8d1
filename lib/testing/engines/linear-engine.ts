import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type {
  AdamWSettings,
  Engine,
  PolicyFiles,
  Sequence,
  SequenceScores,
  TokenLoss,
  Trainer,
} from "#lib/engine/port/port.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";

const WEIGHTS = 10;

/**
 * An engine whose whole model is ten numbers: small enough for tests that start and kill many trainers, and with everything that must
 * survive a crash, which is weights, moments and a count. Every number depends on all steps before it, to the bit.
 */
export const linearEngine: Engine = {
  name: "linear",
  openSampler: async () => {
    throw new Error("The linear engine samples through its trainer alone");
  },
  openScorer: async () => {
    throw new Error("The linear engine scores through its trainer alone");
  },
  openTrainer: async (policy) => new LinearTrainer(await weightsIn(policy)),
};

/** The bytes that a checkpoint of the linear engine consists of. */
export const LINEAR_FILE = "weights.bin";

async function weightsIn({ adapterFolder }: PolicyFiles): Promise<Float32Array> {
  if (adapterFolder === null) return Float32Array.from({ length: WEIGHTS }, (_, i) => 0.1 * i);
  return floatsOf(await readFile(path.join(adapterFolder, LINEAR_FILE)));
}

function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

class LinearTrainer implements Trainer {
  readonly vocabSize = WEIGHTS;
  readonly contextLength = 64;
  readonly parameterCount = WEIGHTS;
  updates = 0;
  readonly #weights: Float32Array;
  readonly #moments = new Float32Array(WEIGHTS);
  readonly #gradient = new Float32Array(WEIGHTS);

  constructor(weights: Float32Array) {
    this.#weights = weights;
  }

  async score(sequences: readonly Sequence[]): Promise<SequenceScores[]> {
    return sequences.map(({ tokenIds }) => {
      const logprobs = Float32Array.from(tokenIds, (id) =>
        Math.log(1 / (1 + Math.exp(-(this.#weights[id] ?? 0)))),
      );
      return { logprobs, entropies: null };
    });
  }

  scoreReference(sequences: readonly Sequence[]): Promise<SequenceScores[]> {
    return this.score(sequences);
  }

  async gradients(sequences: readonly Sequence[], loss: TokenLoss): Promise<SequenceScores[]> {
    const scores = await this.score(sequences);
    const coefficients = loss.kind === "fixed" ? loss.coefficients : loss.coefficientsOf(scores);
    for (const [s, { tokenIds }] of sequences.entries())
      for (const [t, id] of tokenIds.entries())
        this.#gradient[id] =
          (this.#gradient[id] ?? 0) - (coefficients[s]?.[t] ?? 0) / (1 + Math.exp(this.#weights[id] ?? 0));
    return scores;
  }

  async optimizerStep({ learningRate, beta1 }: AdamWSettings): Promise<{ gradNorm: number }> {
    const gradNorm = Math.hypot(...this.#gradient);
    for (let i = 0; i < WEIGHTS; i++) {
      this.#moments[i] = beta1 * (this.#moments[i] ?? 0) + (this.#gradient[i] ?? 0);
      this.#weights[i] = (this.#weights[i] ?? 0) - learningRate * (this.#moments[i] ?? 0);
    }
    this.#gradient.fill(0);
    this.updates += 1;
    return { gradNorm };
  }

  resetOptimizer(): void {
    this.#moments.fill(0);
    this.updates = 0;
  }

  async snapshot(folder: string): Promise<void> {
    const state = Float32Array.of(...this.#weights, ...this.#moments, this.updates);
    await writeWhole(folder, { "state.bin": new Uint8Array(state.buffer) });
  }

  async restore(folder: string): Promise<void> {
    const state = floatsOf(await readFile(path.join(folder, "state.bin")));
    this.#weights.set(state.subarray(0, WEIGHTS));
    this.#moments.set(state.subarray(WEIGHTS, 2 * WEIGHTS));
    this.updates = state[2 * WEIGHTS] ?? 0;
  }

  async exportPolicy(folder: string): Promise<void> {
    await writeWhole(folder, { [LINEAR_FILE]: new Uint8Array(this.#weights.buffer) });
  }

  /** Says the number of updates and stops. */
  async openSampler(): ReturnType<Trainer["openSampler"]> {
    const { updates } = this;
    return {
      vocabSize: WEIGHTS,
      contextLength: this.contextLength,
      sample: async function* () {
        yield { id: updates, logprob: 0, top: [] };
      },
      load: () => ({ active: 0, waiting: 0 }),
      close: async () => undefined,
    };
  }

  async close(): Promise<void> {}
}

async function writeWhole(folder: string, files: Record<string, Uint8Array>): Promise<void> {
  await mkdir(`${folder}.partial`, { recursive: true });
  for (const [name, bytes] of Object.entries(files))
    await writeFile(path.join(`${folder}.partial`, name), bytes);
  await rename(`${folder}.partial`, folder);
}

const ADAMW: AdamWSettings = {
  learningRate: 0.1,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0,
  maxGradNorm: 1,
};

/** A plan of so many steps for the linear engine; `before` runs before each step and may do what makes the test. */
export function linearPlan(
  totalSteps: number,
  before: (step: number) => void | Promise<void> = () => undefined,
): TrainingPlan {
  return {
    totalSteps,
    facts: { num_rows: totalSteps },
    samplePrompts: [[1, 2, 3]],
    groups: [],
    prepare: async () => undefined,
    requireAlive: async () => undefined,
    step: async (trainer, number) => {
      await before(number);
      const tokenIds = [number % WEIGHTS, (number * 7) % WEIGHTS];
      const coefficients = [Float32Array.of(1, number / totalSteps)];
      const [scores] = await trainer.gradients([{ tokenIds }], { kind: "fixed", coefficients });
      const { gradNorm } = await trainer.optimizerStep(ADAMW);
      return { loss: -(scores?.logprobs[0] ?? 0), grad_norm: gradNorm, gradient_step: number };
    },
  };
}
