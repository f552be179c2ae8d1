import type { RlFallback } from "#lib/contract/annotation/awaited.ts";
import type { RlSettler } from "#lib/contract/reinforcement/rl-people.ts";
import type { RewardPart } from "#lib/contract/reinforcement/rl-runs.ts";
import { isScored, type StoredScores } from "#lib/evaluation/score.internal.ts";

/** An answer that people were asked about; `value` is what they said, from 0 to 1, or null. */
export type Asked = {
  readonly scores: StoredScores;
  /** What the graders gave. */
  readonly reward: number | null;
  readonly value: number | null;
};

type Settled = { reward: number | null; settledBy: RlSettler };
type Rules = {
  graders: readonly Pick<RewardPart, "name" | "weight">[];
  fallback: RlFallback;
  /** Rewards of the other answers to the same prompt that stand. */
  others: readonly number[];
};

/** What people said, or else what the fallback makes of it. */
export function settledReward(asked: Asked, { graders, fallback, others }: Rules): Settled {
  const { value, scores, reward } = asked;
  if (value !== null) return { reward: peoplesReward(graders, scores, value), settledBy: "people" };
  if (fallback === "judge") return { reward, settledBy: "judge" };
  const mean = others.length === 0 ? null : others.reduce((sum, one) => sum + one, 0) / others.length;
  return { reward: fallback === "mean" ? mean : null, settledBy: fallback };
}

/**
 * What people say stands in for every grader that rewards; those of negative weight, which take something away, keep their word. So an answer that people rewarded
 * is comparable with one that graders did.
 */
export function peoplesReward(graders: Rules["graders"], scores: StoredScores, value: number): number | null {
  const rewarding = graders.filter(({ weight }) => weight > 0);
  const weight = rewarding.length === 0 ? 1 : rewarding.reduce((sum, one) => sum + one.weight, 0);
  let reward = weight * value;
  for (const { name, weight: taken } of graders) {
    if (taken >= 0) continue;
    const score = scores[name];
    if (!isScored(score)) return null;
    reward += taken * score.score;
  }
  return reward;
}
