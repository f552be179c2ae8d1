import { logSigmoid, sigmoid } from "./logistic.internal.ts";
import { logRatio, type Pair, type PairLoss, type ReferencedReply } from "./preference-pair.ts";

export type DpoSettings = {
  /** How much a log-ratio counts; the smaller, the farther the policy may go from the reference. */
  readonly beta: number;
  /** ε: the share of the votes that is taken to be wrong. */
  readonly labelSmoothing: number;
  /** Corrects the loss for such votes instead of only softening it. */
  readonly isRobust: boolean;
  /** γ: what the rewards must differ by where the preference is a strong one. */
  readonly gamma: number;
};

/**
 * Direct preference optimisation (Rafailov et al. 2023, arXiv 2305.18290). With h = (logπ_w − logπ_ref,w) − (logπ_l − logπ_ref,l), the strength
 * m of the preference (1, or 2 for a strong one) and z = βh − γ(m − 1):
 *
 * - loss = −(1 − ε)·log σ(z) − ε·log σ(−z), where ε > 0 is the conservative form (Mitchell 2023);
 * - robust: [−(1 − ε)·log σ(z) + ε·log σ(−z)] ÷ (1 − 2ε), whose mean over wrong votes is the loss over right ones (Chowdhury et al. 2024,
 *   arXiv 2403.00409);
 * - c of a chosen token = β·[(1 − ε)·σ(−z) ∓ ε·σ(z)], robust: with + and divided as above; c of a rejected token = −c.
 */
export function dpoLoss(
  { chosen, rejected, strength }: Pair<ReferencedReply> & { readonly strength: 1 | 2 },
  { beta, labelSmoothing, isRobust, gamma }: DpoSettings,
): PairLoss {
  const wrong = isRobust ? -labelSmoothing : labelSmoothing;
  const scale = isRobust ? robustScale(labelSmoothing) : 1;
  const [good, bad] = [beta * logRatio(chosen), beta * logRatio(rejected)];
  const z = good - bad - gamma * (strength - 1);
  const right = 1 - labelSmoothing;
  const coefficient = (beta * (right * sigmoid(-z) - wrong * sigmoid(z))) / scale;
  return {
    loss: -(right * logSigmoid(z) + wrong * logSigmoid(-z)) / scale,
    coefficients: { chosen: coefficient, rejected: -coefficient },
    rewards: { chosen: good, rejected: bad },
  };
}

/** Votes that are wrong as often as right say nothing. */
function robustScale(labelSmoothing: number): number {
  if (labelSmoothing < 0.5) return 1 - 2 * labelSmoothing;
  throw new RangeError(`A robust loss needs label smoothing below 0.5; it is ${labelSmoothing}`);
}
