import type { AdamWSettings, Trainer } from "#lib/engine/port/port.ts";
import { requireFinite } from "#lib/training/plan/require-finite.internal.ts";
import { spreadCoefficients } from "#lib/training/plan/spread-coefficients.internal.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import { type BatchLoss, batchLoss, type ReplyOf } from "./batch-loss.internal.ts";
import { mismatchedSequences, type PreferenceExample, trainedSequences } from "./preference-example.ts";
import type { PreferenceSettings } from "./preference-settings.ts";
import { logprobOf, type ReferenceLogprobs } from "./reference-logprobs.internal.ts";

const ADAMW: Omit<AdamWSettings, "learningRate"> = {
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0,
  maxGradNorm: 1,
};

type Known = {
  settings: PreferenceSettings;
  reference: ReferenceLogprobs;
  number: number;
  learningRate: number;
};

/** Takes the step of one batch. Throws `TrainingDiverged` before the update where the loss or a coefficient is no number. */
export async function prefer(
  trainer: Trainer,
  examples: readonly PreferenceExample[],
  { settings, reference, number, learningRate }: Known,
): Promise<Record<string, number>> {
  const present = await scoredLogprobs(trainer, examples.flatMap(mismatchedSequences));
  const sequences = examples.flatMap(trainedSequences);
  const replyOf: ReplyOf = (sequence) => ({
    logprob: present.get(sequence) ?? Number.NaN,
    referenceLogprob: reference.of(sequence),
    tokens: sequence.positions.length,
  });
  let seen = null as BatchLoss | null;
  await trainer.gradients(asked(sequences), {
    kind: "scored",
    coefficientsOf: (scores) => {
      for (const [s, sequence] of sequences.entries()) present.set(sequence, logprobOf(sequence, scores[s]));
      seen = batchLoss(examples, replyOf, settings);
      requireFinite(seen.metrics, number);
      for (const gradient of seen.coefficients) requireFinite({ gradient }, number);
      return sequences.map((sequence, s) =>
        spreadCoefficients(sequence, () => seen?.coefficients[s] ?? Number.NaN),
      );
    },
  });
  if (!seen) throw new Error("The engine took a gradient without asking for the loss");
  const { gradNorm } = await trainer.optimizerStep({ ...ADAMW, learningRate });
  return requireFinite(
    {
      ...seen.metrics,
      grad_norm: gradNorm,
      learning_rate: learningRate,
      num_trajectories: sequences.length,
      num_tokens: sequences.reduce((sum, { tokenIds }) => sum + tokenIds.length, 0),
      num_trainable_tokens: sequences.reduce((sum, { positions }) => sum + positions.length, 0),
      gradient_step: number,
    },
    number,
  );
}

/** What the present weights say of each sequence. */
export async function scoredLogprobs(
  trainer: Trainer,
  sequences: readonly TrainableSequence[],
): Promise<Map<TrainableSequence, number>> {
  if (sequences.length === 0) return new Map();
  const scores = await trainer.score(asked(sequences));
  return new Map(sequences.map((sequence, s) => [sequence, logprobOf(sequence, scores[s])]));
}

function asked(sequences: readonly TrainableSequence[]) {
  return sequences.map(({ tokenIds }) => ({ tokenIds }));
}
