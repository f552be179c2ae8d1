import type { RlHuman } from "#lib/contract/reinforcement/rl-people.ts";

/** What people's value is worth from 0 to 1; null where nobody said. Numbers count by their place in the question's range. */
export function worthOfValue(
  value: unknown,
  { scores }: Pick<RlHuman, "scores">,
  range: readonly [number, number] | null,
): number | null {
  const named = String(value);
  if (scores && Object.hasOwn(scores, named)) return scores[named] ?? null;
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "number") return null;
  const [low, high] = range ?? [0, 1];
  return high === low ? null : Math.min(1, Math.max(0, (value - low) / (high - low)));
}
