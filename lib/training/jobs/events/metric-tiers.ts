/** Steps that a span of the next tier has for each of this one. */
const FACTOR = 8;

/** The tiers that a job of so many steps keeps: 0 holds each step, the last one a single span. */
export function tiersOf(totalSteps: number): number[] {
  const tiers = [0];
  for (let steps = 1; steps < totalSteps; steps *= FACTOR) tiers.push(tiers.length);
  return tiers;
}

/** Steps that a span of a tier stands for. */
export function stepsPerSpan(tier: number): number {
  return FACTOR ** tier;
}

/** The span of a tier, from 0, in which a step from 1 lies. */
export function spanOf(step: number, tier: number): number {
  return Math.floor((step - 1) / stepsPerSpan(tier));
}

/** The finest tier in which the range has at most `maxPoints` spans, both steps included. */
export function tierFor(
  range: { fromStep: number; toStep: number },
  maxPoints: number,
  tiers: readonly number[],
): number {
  const fits = (tier: number) => spanOf(range.toStep, tier) - spanOf(range.fromStep, tier) + 1 <= maxPoints;
  return tiers.find(fits) ?? tiers.at(-1) ?? 0;
}
