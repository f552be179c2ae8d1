import type { ChartLine } from "#components/training/chart/frame/chart-frame.ts";
import { STEPS } from "#components/training/chart/frame/step-axis.ts";
import type { RlRound } from "#lib/contract/reinforcement/rl-runs.ts";

/** How much better than at the start the guard found each round, as a line whose band is its interval, as of every other evaluation. */
export function guardLine(rounds: readonly Pick<RlRound, "round" | "guard">[]): ChartLine {
  const points = rounds.flatMap(({ round, guard }) => {
    if (!guard || guard.value === null) return [];
    const { value, low, high } = guard;
    return [{ firstStep: round, lastStep: round, mean: value, min: low ?? value, max: high ?? value }];
  });
  return { id: "Gain", label: "Gain", axis: STEPS, points };
}
