import type { MetricPoint } from "./metric-points.ts";

export const SPARK_WIDTH = 96;
export const SPARK_HEIGHT = 20;
const MARGIN = 1.5;

/** The outline of a small curve, which fills its box; a span of steps stands at its middle. */
export function sparkPath(points: readonly MetricPoint[]): string {
  const xs = points.map(({ firstStep, lastStep }) => (firstStep + lastStep) / 2);
  const [left, right] = [xs[0] ?? 0, xs.at(-1) ?? 0];
  const low = Math.min(...points.map(({ mean }) => mean));
  const high = Math.max(...points.map(({ mean }) => mean));
  return points
    .map(({ mean }, at) => {
      const x = right > left ? (((xs[at] ?? 0) - left) / (right - left)) * SPARK_WIDTH : SPARK_WIDTH / 2;
      const share = high > low ? (mean - low) / (high - low) : 0.5;
      const y = SPARK_HEIGHT - MARGIN - share * (SPARK_HEIGHT - 2 * MARGIN);
      return `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}
