import type { LossKind } from "#lib/contract/training/training-config.ts";
import { type ImportanceLevel, importanceRatios, MAX_LOG_RATIO } from "./importance-ratios.internal.ts";

/** What reinforcement learning knows of one conversation: its sampled tokens alone, in order, in nats. */
export type SampledSequence = {
  readonly newLogprobs: ArrayLike<number>;
  /** Of the policy that sampled; NaN where it is not known, which counts as the present policy. */
  readonly oldLogprobs: ArrayLike<number>;
  /** The sampler's values, if `oldLogprobs` were recomputed. */
  readonly returnedLogprobs: ArrayLike<number> | null;
  readonly referenceLogprobs: ArrayLike<number> | null;
  readonly advantage: number;
  /** Of each of its tokens. */
  readonly weight: number;
};

export type PolicyLossSettings = {
  readonly kind: LossKind;
  /** The clip interval is 1 − `epsilonLow` … 1 + `epsilonHigh`. */
  readonly epsilonLow: number;
  readonly epsilonHigh: number;
  readonly level: ImportanceLevel;
  /** Upper bound of the ratio where the advantage is negative. */
  readonly negativeAdvantageCap: number | null;
  /** Tokens whose ratio lies outside the clip interval or on its edge are dropped. */
  readonly dropsOutsideClip: boolean;
  readonly truncation: number | null;
  readonly kimiTau: number;
  readonly kl: { readonly coefficient: number; readonly source: "sample" | "current_learner" } | null;
};

export type PolicyLoss = {
  /** By sequence and sampled token: the gradient of the loss is −Σ c·∇logp. */
  readonly coefficients: readonly Float64Array[];
  readonly loss: number;
  readonly meanRatio: number;
  /** Share of the tokens that the clip, the cap or the mask held back. */
  readonly heldBackShare: number;
  /** Mean of the penalised log-probability differences, where there is a reference. */
  readonly klPolicyRef: number | null;
  /** Mean of exp(ref − new) − (ref − new) − 1, an estimate of KL(new ‖ ref) that is never negative. */
  readonly klDiv: number | null;
};

/**
 * The loss of one pack: Σ weight · loss per token ÷ number of sampled tokens, with d = new − old, the ratio ρ by level, advantage A
 * after its detached terms and the detached truncation factor f = min(ρ, bound).
 *
 * - PPO (Schulman et al. 2017): −f · min(ρA, clip(ρ)A); the derivative goes through ρ, and so through every token that ρ depends on.
 * - CISPO (MiniMax-M1, 2025): −f · clip(ρ) · A · new, where ρ is a constant.
 * - importance sampling: −f · ρA.
 */
export function policyLoss(sequences: readonly SampledSequence[], settings: PolicyLossSettings): PolicyLoss {
  const kl = klOfPack(sequences, settings);
  const totals = { loss: 0, ratios: 0, heldBack: 0 };
  const count = sequences.reduce((sum, { newLogprobs }) => sum + newLogprobs.length, 0);
  const coefficients = sequences.map((sequence) => {
    const terms = termsOf(sequence, settings, kl?.mean ?? 0);
    totals.loss += terms.loss;
    totals.ratios += terms.ratios;
    totals.heldBack += terms.heldBack;
    return terms.coefficients.map((coefficient) => coefficient / count);
  });
  return {
    coefficients,
    loss: count === 0 ? 0 : totals.loss / count,
    meanRatio: count === 0 ? 1 : totals.ratios / count,
    heldBackShare: count === 0 ? 0 : totals.heldBack / count,
    klPolicyRef: kl?.mean ?? null,
    klDiv: kl?.divergence ?? null,
  };
}

/** Sums over one sequence; nothing is divided by the number of tokens yet. */
type SequenceTerms = { coefficients: Float64Array; loss: number; ratios: number; heldBack: number };

function termsOf(sequence: SampledSequence, settings: PolicyLossSettings, meanKl: number): SequenceTerms {
  const { newLogprobs, weight } = sequence;
  const differences = differencesFrom(sequence.oldLogprobs, newLogprobs);
  const { ratios, ownSlopes, meanSlopes } = importanceRatios(differences, settings.level);
  const coefficients = new Float64Array(newLogprobs.length);
  const sums = { loss: 0, ratios: 0, heldBack: 0 };
  let throughMean = 0;
  for (let t = 0; t < newLogprobs.length; t++) {
    const advantage = shapedAdvantage(sequence, settings, { t, difference: at(differences, t), meanKl });
    const { ratio, isCapped } = cappedRatio(at(ratios, t), advantage, settings);
    const token = tokenTerms({ ratio, advantage, logprob: at(newLogprobs, t) }, settings);
    const factor = token.isDropped ? 0 : times(weight, truncationFactor(sequence, settings, { t, ratio }));
    // A capped ratio is a constant: no derivative goes through it.
    const slope = isCapped ? 0 : times(factor, token.ratioSlope);
    coefficients[t] = times(factor, token.logprobSlope) + times(slope, at(ownSlopes, t));
    throughMean += times(slope, at(meanSlopes, t));
    sums.loss += times(factor, token.loss);
    sums.ratios += at(ratios, t);
    if (token.isHeldBack || isCapped) sums.heldBack++;
  }
  const share = throughMean / Math.max(newLogprobs.length, 1);
  return { coefficients: coefficients.map((coefficient) => coefficient + share), ...sums };
}

function cappedRatio(
  ratio: number,
  advantage: number,
  { negativeAdvantageCap }: PolicyLossSettings,
): { ratio: number; isCapped: boolean } {
  const isCapped = negativeAdvantageCap !== null && advantage < 0 && ratio > negativeAdvantageCap;
  return { ratio: isCapped ? negativeAdvantageCap : ratio, isCapped };
}

/** Of one token's loss before weights. The slopes are of −loss: by the log-probability itself, and by the ratio. */
type TokenTerms = {
  loss: number;
  logprobSlope: number;
  ratioSlope: number;
  isHeldBack: boolean;
  isDropped: boolean;
};

function tokenTerms(
  token: { ratio: number; advantage: number; logprob: number },
  settings: PolicyLossSettings,
): TokenTerms {
  const { ratio, advantage, logprob } = token;
  const low = 1 - settings.epsilonLow;
  const high = 1 + settings.epsilonHigh;
  const isDropped = settings.dropsOutsideClip && !(ratio > low && ratio < high);
  const clipped = Math.min(Math.max(ratio, low), high);
  const none = { logprobSlope: 0, ratioSlope: 0 };
  switch (settings.kind) {
    case "cispo": {
      const slope = clipped * advantage;
      const isHeldBack = isDropped || clipped !== ratio;
      return { ...none, loss: -slope * logprob, logprobSlope: slope, isHeldBack, isDropped };
    }
    case "ppo": {
      const isClipped = times(advantage, ratio) > clipped * advantage;
      const loss = isClipped ? -clipped * advantage : -times(advantage, ratio);
      return {
        ...none,
        loss,
        ratioSlope: isClipped ? 0 : advantage,
        isHeldBack: isDropped || isClipped,
        isDropped,
      };
    }
    case "importance_sampling":
      return {
        ...none,
        loss: -times(advantage, ratio),
        ratioSlope: advantage,
        isHeldBack: isDropped,
        isDropped,
      };
    default:
      return settings.kind satisfies never;
  }
}

/** A − τ·d + coefficient·(mean k − k); the terms are numbers here, not functions of the weights. */
function shapedAdvantage(
  sequence: SampledSequence,
  settings: PolicyLossSettings,
  token: { t: number; difference: number; meanKl: number },
): number {
  let advantage = sequence.advantage;
  if (settings.kimiTau !== 0) advantage -= settings.kimiTau * token.difference;
  if (settings.kl && sequence.referenceLogprobs)
    advantage += settings.kl.coefficient * (token.meanKl - klOfToken(sequence, settings.kl.source, token.t));
  return advantage;
}

function truncationFactor(
  sequence: SampledSequence,
  settings: PolicyLossSettings,
  token: { t: number; ratio: number },
): number {
  if (settings.truncation === null) return 1;
  if (sequence.returnedLogprobs === null) return Math.min(token.ratio, settings.truncation);
  const returned = at(sequence.returnedLogprobs, token.t);
  const recomputed = knownOr(at(sequence.oldLogprobs, token.t), at(sequence.newLogprobs, token.t));
  return Math.min(Math.exp(recomputed - knownOr(returned, recomputed)), settings.truncation);
}

function klOfPack(
  sequences: readonly SampledSequence[],
  settings: PolicyLossSettings,
): { mean: number; divergence: number } | null {
  let sum = 0;
  let divergence = 0;
  let count = 0;
  for (const sequence of sequences) {
    if (sequence.referenceLogprobs === null) continue;
    for (let t = 0; t < sequence.newLogprobs.length; t++) {
      const below = at(sequence.referenceLogprobs, t) - at(sequence.newLogprobs, t);
      sum += klOfToken(sequence, settings.kl?.source ?? "current_learner", t);
      divergence += Math.expm1(Math.min(below, MAX_LOG_RATIO)) - below;
      count++;
    }
  }
  return count === 0 ? null : { mean: sum / count, divergence: divergence / count };
}

function klOfToken(sequence: SampledSequence, source: "sample" | "current_learner", t: number): number {
  const present = at(sequence.newLogprobs, t);
  const from = source === "sample" ? knownOr(at(sequence.oldLogprobs, t), present) : present;
  return from - at(sequence.referenceLogprobs ?? [], t);
}

function differencesFrom(oldLogprobs: ArrayLike<number>, newLogprobs: ArrayLike<number>): Float64Array {
  return Float64Array.from(newLogprobs, (present, t) => present - knownOr(at(oldLogprobs, t), present));
}

function knownOr(logprob: number, otherwise: number): number {
  return Number.isNaN(logprob) ? otherwise : logprob;
}

/** A product in which 0 wins over an infinite ratio. */
function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

/** NaN beyond the end, so that arrays of different lengths never pass as numbers. */
function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN;
}
