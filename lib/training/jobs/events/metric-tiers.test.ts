import fc from "fast-check";
import { expect, test } from "vitest";
import { spanOf, stepsPerSpan, tierFor, tiersOf } from "./metric-tiers.ts";

test("the last tier of a job is one span, and the one before it is not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1_000_000 }), (totalSteps) => {
      const last = tiersOf(totalSteps).length - 1;
      expect(spanOf(totalSteps, last)).toBe(0);
      expect(spanOf(totalSteps, last - 1)).toBeGreaterThan(0);
    }),
    { seed: 7 },
  );
});

test("spans of a tier follow each other without gap, all of the same width", () => {
  for (const tier of [0, 1, 2, 3]) {
    const widths = new Map<number, number>();
    for (let step = 1; step <= stepsPerSpan(tier) * 3; step++)
      widths.set(spanOf(step, tier), (widths.get(spanOf(step, tier)) ?? 0) + 1);
    expect([...widths]).toEqual([0, 1, 2].map((span) => [span, stepsPerSpan(tier)]));
  }
});

test("a chart gets the finest tier that fits it", () => {
  const steps = { fromStep: fc.integer({ min: 1, max: 5000 }), toStep: fc.integer({ min: 5000, max: 9000 }) };
  fc.assert(
    fc.property(fc.record(steps), fc.integer({ min: 2, max: 600 }), (range, maxPoints) => {
      const tiers = tiersOf(9000);
      const points = (tier: number) => spanOf(range.toStep, tier) - spanOf(range.fromStep, tier) + 1;
      const tier = tierFor(range, maxPoints, tiers);
      expect(points(tier)).toBeLessThanOrEqual(maxPoints);
      if (tier > 0) expect(points(tier - 1)).toBeGreaterThan(maxPoints);
    }),
    { seed: 8 },
  );
});
