import { expect, test } from "vitest";
import { logTicks } from "./log-ticks.ts";

test.each([
  [0.15, 6, [0.2, 0.5, 1, 2, 5]],
  [0.00001, 0.001, [1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3]],
  [1, 208, [1, 2, 5, 10, 20, 50, 100, 200]],
  [
    0.3,
    30_000,
    [1, 10, 100, 1_000, 10_000].flatMap((power) => (power === 1 ? [0.3, 1, 3] : [power, 3 * power])),
  ],
  [1, 1e12, [1, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12]],
  [2.1, 2.4, [2.1, 2.2, 2.3, 2.4]],
])("a logarithmic axis from %d to %d is marked at round numbers", (from, to, ticks) => {
  const found = logTicks(from, to);
  if (ticks.length <= 9) expect(found).toEqual(ticks);
  expect(found.length).toBeLessThanOrEqual(9);
  for (const tick of found) {
    expect(tick).toBeGreaterThanOrEqual(from);
    expect(String(Number(tick.toPrecision(2)))).toBe(String(tick));
  }
});
