import { quantile } from "#lib/annotation/agreement/quantile.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { bootstrapTail } from "./bootstrap-tail.ts";

const RESAMPLES = 1000;
/** Of so many resamples the statistic may be undefined before their middle says nothing any more. */
const MAX_UNDEFINED = 0.05;
const SEED = 19_600_420;

/**
 * Any statistic of cases with its 95 % interval by bootstrap over units, as `meanEstimate` has it for means. Null where the statistic is undefined,
 * and no interval where it often is in resamples.
 */
export function resampledEstimate<T extends { readonly unit: string }>(
  cases: readonly T[],
  statistic: (cases: readonly T[]) => number | null,
): Estimate {
  const value = cases.length === 0 ? null : statistic(cases);
  const point = { value, low: null, high: null, n: cases.length, method: "bootstrap" } as const;
  const units = [...Map.groupBy(cases, ({ unit }) => unit).values()];
  if (value === null || units.length < 2) return point;
  const random = seededRandom(SEED);
  const values: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    const drawn = units.flatMap(() => units[Math.floor(random() * units.length)] ?? []);
    const found = statistic(drawn);
    if (found !== null) values.push(found);
  }
  if (values.length < RESAMPLES * (1 - MAX_UNDEFINED)) return point;
  values.sort((a, b) => a - b);
  const tail = bootstrapTail(units.length);
  return { ...point, low: quantile(values, tail), high: quantile(values, 1 - tail) };
}

/** Pearson's correlation of two numbers of each case; null where one of them never varies. */
export function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  const n = pairs.length;
  const [ofX, ofY] = [
    pairs.reduce((sum, [x]) => sum + x, 0) / n,
    pairs.reduce((sum, [, y]) => sum + y, 0) / n,
  ];
  let [xx, yy, xy] = [0, 0, 0];
  for (const [x, y] of pairs) {
    xx += (x - ofX) ** 2;
    yy += (y - ofY) ** 2;
    xy += (x - ofX) * (y - ofY);
  }
  return xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy);
}
