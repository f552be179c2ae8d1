import { populationDeviation } from "#lib/training/losses/group-advantages.ts";
import type { TrajectoryGroup } from "#lib/training/trajectories/trajectory-group.ts";
import type { RlSample } from "./rl-batch.internal.ts";

/** What is said of the data of a job: the same at each of its steps, since clients average over them. */
export function rlDataMetrics(
  groups: readonly TrajectoryGroup[],
  samples: readonly RlSample[],
): Readonly<Record<string, number>> {
  const rewards = groups.flatMap(rewardsOf);
  const exceptions = groups.reduce((sum, { exceptionCount }) => sum + exceptionCount, 0);
  return {
    reward: mean(rewards),
    reward_std_dev: rewardDeviation(groups),
    exception_rate: exceptions / Math.max(rewards.length + exceptions, 1),
    num_groups_submitted: groups.length,
    num_groups_trainable: new Set(samples.map(({ group }) => group)).size,
    num_trajectories: rewards.length,
    num_datums: samples.length,
    num_trainable_tokens: samples.reduce((sum, { sampledTokens }) => sum + sampledTokens, 0),
    ...groupMetrics(groups),
  };
}

/** Mean of the population standard deviations of the groups that have something to compare. */
export function rewardDeviation(groups: readonly TrajectoryGroup[]): number {
  const comparable = groups.map(rewardsOf).filter((rewards) => rewards.length > 1);
  return mean(comparable.map(populationDeviation));
}

export function rewardsOf({ trajectories }: TrajectoryGroup): number[] {
  return trajectories.map(({ reward }) => reward);
}

function groupMetrics(groups: readonly TrajectoryGroup[]): Record<string, number> {
  const values = new Map<string, number[]>();
  for (const { metrics } of groups)
    for (const [name, value] of Object.entries(metrics))
      values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, given]) => [`group_metric_${name}`, mean(given)]));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
