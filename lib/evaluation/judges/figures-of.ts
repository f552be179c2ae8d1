import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import type { GraderFigures } from "#lib/contract/evaluation/judges.ts";
import { meanEstimate } from "#lib/evaluation/statistics/mean-estimate.ts";
import { correlation, resampledEstimate } from "#lib/evaluation/statistics/resampled-estimate.ts";
import { shareOfUnits } from "#lib/evaluation/statistics/share-estimate.ts";
import { confusionOf, kappaEstimate } from "./kappa-estimate.ts";

/** What a grader and people said of one call, or of one pair: whether the first is better. */
export type JudgedCase = {
  readonly unit: string;
  readonly grader: boolean;
  readonly people: boolean;
  /** What the grader said when it was asked again; null where it gave nothing. */
  readonly again: boolean | null;
  /** Of a pair: whether it said that the first place is better when the two were swapped; null where it gave nothing. */
  readonly swapped: boolean | null;
  /** Characters of the answer; of a pair, by how many the first is longer. */
  readonly length: number;
};

type Counts = {
  readonly threshold: number;
  readonly masked: number;
  readonly undecided: number;
  readonly unread: number;
  readonly yesValues: string[];
  readonly learned: number;
  readonly isPairs: boolean;
};

/** The figures of a measurement. */
export function figuresOf(cases: readonly JudgedCase[], { isPairs, ...counts }: Counts): GraderFigures {
  const yes = cases.filter(({ people }) => people);
  const no = cases.filter(({ people }) => !people);
  const swapped = cases.flatMap((one) => (one.swapped === null ? [] : { ...one, swapped: one.swapped }));
  return {
    ...counts,
    n: cases.length,
    confusion: confusionOf(cases),
    kappa: kappaEstimate(cases),
    alike: shareOf(cases, ({ grader, people }) => grader === people),
    baseRate: shareOf(cases, ({ people }) => people),
    truePositiveRate: shareOf(yes, ({ grader }) => grader),
    trueNegativeRate: shareOf(no, ({ grader }) => !grader),
    selfConsistency: shareOf(
      cases.filter(({ again }) => again !== null),
      ({ grader, again }) => grader === again,
    ),
    lengthBias: resampledEstimate(cases, lengthBiasOf),
    swapped: isPairs
      ? {
          consistent: shareOf(swapped, (one) => one.grader !== one.swapped),
          favoursFirst: meanEstimate(
            swapped.map((one) => ({ unit: one.unit, value: (Number(one.grader) + Number(one.swapped)) / 2 })),
          ),
        }
      : null,
  };
}

function shareOf<T extends JudgedCase>(cases: readonly T[], holds: (one: T) => boolean): Estimate {
  return shareOfUnits(cases.map((one) => ({ unit: one.unit, value: Number(holds(one)) })));
}

/** How much more yes there is than people give, against the length. */
function lengthBiasOf(cases: readonly JudgedCase[]): number | null {
  return correlation(
    cases.map(({ grader, people, length }) => [length, Number(grader) - Number(people)] as const),
  );
}
