import type { AdamWSettings, Sequence, SequenceScores, Trainer } from "#lib/engine/port/port.ts";
import { type PolicyLoss, policyLoss, type SampledSequence } from "#lib/training/losses/policy-loss.ts";
import { requireFinite } from "./require-finite.internal.ts";
import type { RlSample } from "./rl-batch.internal.ts";
import type { RlSettings } from "./rl-settings.internal.ts";
import { atTrained, spreadCoefficients } from "./spread-coefficients.internal.ts";

/** What one optimiser step learns from, with what was computed for it before the job's first step. */
export type RlPack = {
  readonly samples: readonly RlSample[];
  readonly learningRate: number;
  prepared: PreparedLogprobs;
};

/** By sample and trained token; null where the settings do not ask for them. */
export type PreparedLogprobs = {
  readonly reference: readonly Float64Array[] | null;
  readonly recomputed: readonly Float64Array[] | null;
};

const ADAMW: Omit<AdamWSettings, "learningRate"> = {
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0.1,
  maxGradNorm: 0.1,
};

/** Takes the step of one pack. Throws `TrainingDiverged` before the update where the loss or a coefficient is no number. */
export async function reinforce(
  trainer: Trainer,
  pack: RlPack,
  of: { settings: RlSettings; number: number },
) {
  let seen = null as { loss: PolicyLoss; entropy: number | null } | null;
  await trainer.gradients(sequencesOf(pack), {
    kind: "scored",
    coefficientsOf: (scores) => {
      const loss = policyLoss(lossInput(pack, scores), of.settings.loss);
      seen = { loss, entropy: meanEntropy(pack, scores) };
      requireFinite(lossMetrics(seen), of.number);
      return pack.samples.map(({ sequence }, s) =>
        finiteCoefficients(sequence, loss.coefficients[s], of.number),
      );
    },
  });
  if (!seen) throw new Error("The engine took a gradient without asking for the loss");
  const { gradNorm } = await trainer.optimizerStep({ ...ADAMW, learningRate: pack.learningRate });
  return requireFinite(
    { ...lossMetrics(seen), grad_norm: gradNorm, learning_rate: pack.learningRate },
    of.number,
  );
}

export function sequencesOf({ samples }: RlPack): Sequence[] {
  return samples.map(({ sequence }) => ({ tokenIds: sequence.tokenIds }));
}

export function trainedLogprobs(pack: RlPack, scores: readonly SequenceScores[]): Float64Array[] {
  return pack.samples.map(({ sequence }, s) => atTrained(scores[s]?.logprobs ?? [], sequence));
}

function lossInput(pack: RlPack, scores: readonly SequenceScores[]): SampledSequence[] {
  const present = trainedLogprobs(pack, scores);
  const { reference, recomputed } = pack.prepared;
  return pack.samples.map(({ sequence, advantage, weight }, s) => ({
    newLogprobs: present[s] ?? [],
    oldLogprobs: recomputed?.[s] ?? sequence.oldLogprobs,
    returnedLogprobs: recomputed ? sequence.oldLogprobs : null,
    referenceLogprobs: reference?.[s] ?? null,
    advantage,
    weight,
  }));
}

function finiteCoefficients(
  sequence: RlSample["sequence"],
  coefficients: Float64Array | undefined,
  number: number,
): Float32Array {
  const spread = spreadCoefficients(sequence, (trained) => coefficients?.[trained] ?? Number.NaN);
  const wrong = spread.find((coefficient) => !Number.isFinite(coefficient));
  if (wrong !== undefined) requireFinite({ gradient: wrong }, number);
  return spread;
}

/** Weighted like the loss; null where the engine does not compute entropies. */
function meanEntropy(pack: RlPack, scores: readonly SequenceScores[]): number | null {
  let sum = 0;
  let count = 0;
  for (const [s, { sequence, weight }] of pack.samples.entries()) {
    const entropies = scores[s]?.entropies;
    if (!entropies) return null;
    for (const entropy of atTrained(entropies, sequence)) sum += weight * entropy;
    count += sequence.positions.length;
  }
  return count === 0 ? null : sum / count;
}

function lossMetrics({
  loss,
  entropy,
}: {
  loss: PolicyLoss;
  entropy: number | null;
}): Record<string, number> {
  return {
    loss: loss.loss,
    importance_ratio: loss.meanRatio,
    held_back_fraction: loss.heldBackShare,
    ...(entropy === null ? {} : { entropy }),
    ...(loss.klPolicyRef === null ? {} : { kl_policy_ref: loss.klPolicyRef }),
    ...(loss.klDiv === null ? {} : { kl_div: loss.klDiv }),
  };
}
