import fc from "fast-check";
import { expect, test } from "vitest";
import { stepAxis, tokenKnots } from "./step-axis.ts";

test("steps lie on straight lines between the knots, from the origin on, and beyond the last ones", () => {
  const axis = stepAxis([
    { step: 2, x: 100 },
    { step: 4, x: 120 },
  ]);
  expect([0, 1, 2, 3, 4, 6].map(axis.toX)).toEqual([0, 50, 100, 110, 120, 140]);
  expect([0, 50, 110, 140].map(axis.toStep)).toEqual([0, 1, 3, 6]);
});

test("a step is found again where it was placed", () => {
  const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 999 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 0, max: 60 }), (parts, step) => {
      const knots = [{ step: 0, x: 0 }];
      for (const [steps, width] of parts) {
        const last = knots.at(-1);
        knots.push({ step: (last?.step ?? 0) + steps, x: (last?.x ?? 0) + width });
      }
      const axis = stepAxis(knots.slice(1));
      expect(axis.toStep(axis.toX(step))).toBeCloseTo(step, 6);
    }),
  );
});

test("an axis without knots has all steps at its origin", () => {
  expect(stepAxis([]).toX(7)).toBe(0);
});

test("tokens add up over spans of any width", () => {
  const spans = [
    { firstStep: 1, lastStep: 8, mean: 10 },
    { firstStep: 9, lastStep: 9, mean: 5 },
  ];
  expect(tokenKnots(spans)).toEqual([
    { step: 8, x: 80 },
    { step: 9, x: 85 },
  ]);
});
