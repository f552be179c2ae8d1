import type { Value } from "#lib/annotation/agreement/rating-table.ts";
import type { Likely } from "./learn.ts";

/** A set misses the value that a person would give at most this often. */
export const ALPHA = 0.1;
const LEAST_PRECISION = 0.9;
const FEWEST_SHOWN = 30;

/** An answered item that the model has not learned from. */
export type Judged = { likely: readonly Likely[]; value: Value };

/** What is known of the sets of a model, from items that were drawn at random and that it has not learned from. */
export type Calibration = {
  /** A value belongs to the set of an item where one minus its probability is at most this. */
  threshold: number;
  /** Of how many items this goes by. */
  items: number;
  /** Of those, whose set has one value, and for how many it is what was answered. */
  single: number;
  right: number;
  /** Whether single values are good enough to be shown. */
  isTrusted: boolean;
};

/**
 * Split-conformal calibration: sets of values that hold what a new item of the same kind will be answered with a probability of at least
 * 1 − α (V. Vovk, A. Gammerman and G. Shafer, "Algorithmic learning in a random world", 2005). How often single values are right is
 * measured with a threshold from the other items each, so no item is measured by itself.
 */
export function calibrate(judged: readonly Judged[], alpha = ALPHA): Calibration {
  const misfits = judged.map(misfitOf);
  const sorted = misfits.toSorted((a, b) => a - b);
  const shown = judged.map(({ likely, value }, at) => {
    const place = sorted.indexOf(misfits[at] ?? 1);
    const others = sorted.toSpliced(place, 1);
    return { one: singleOf(likely, quantile(others, alpha)), value };
  });
  const single = shown.filter(({ one }) => one !== null);
  const right = single.filter(({ one, value }) => one?.value === value).length;
  const isTrusted = single.length >= FEWEST_SHOWN && right / single.length >= LEAST_PRECISION;
  return {
    threshold: quantile(sorted, alpha),
    items: judged.length,
    single: single.length,
    right,
    isTrusted,
  };
}

/** The values that the promise needs, the most probable first; that one always, as something will be answered. */
export function setOf(likely: readonly Likely[], threshold: number): Likely[] {
  return likely.filter(({ probability }, place) => place === 0 || 1 - probability <= threshold);
}

/** The value of a set that has no other; null where it is not more probable than all others together, as of an item unlike those that were answered. */
export function singleOf(likely: readonly Likely[], threshold: number): Likely | null {
  const [first, ...others] = setOf(likely, threshold);
  return first && others.length === 0 && first.probability > 0.5 ? first : null;
}

function misfitOf({ likely, value }: Judged): number {
  return 1 - (likely.find((one) => one.value === value)?.probability ?? 0);
}

/** The ⌈(n + 1)(1 − α)⌉-th smallest; all values are needed where there are too few. */
function quantile(sorted: readonly number[], alpha: number): number {
  // A product like 10 · 0.9 must not be taken for a hair more than 9.
  const rank = Math.ceil((sorted.length + 1) * (1 - alpha) - 1e-9);
  return sorted[rank - 1] ?? Infinity;
}
