/** Added to the deviation, so that rewards that hardly differ do not explode. */
const DEVIATION_EPSILON = 1e-6;
/** A reward this close to the mean, as a share of the largest reward, differs from it by rounding alone. */
const ROUNDING = 1e-12;

/**
 * How much better than its group each trajectory did (Shao et al. 2024, GRPO): reward − mean, divided by the population standard deviation
 * + 1e-6 where `isScaled`. Exactly 0 for a reward that equals the mean.
 */
export function groupAdvantages(rewards: readonly number[], isScaled: boolean): number[] {
  const { mean, deviation } = momentsOf(rewards);
  const largest = rewards.reduce((max, reward) => Math.max(max, Math.abs(reward)), 0);
  return rewards.map((reward) => {
    const difference = reward - mean;
    if (Math.abs(difference) <= largest * ROUNDING) return 0;
    return isScaled ? difference / (deviation + DEVIATION_EPSILON) : difference;
  });
}

/** Population standard deviation, 0 for none or one. */
export function populationDeviation(values: readonly number[]): number {
  return momentsOf(values).deviation;
}

function momentsOf(values: readonly number[]): { mean: number; deviation: number } {
  if (values.length === 0) return { mean: 0, deviation: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}
