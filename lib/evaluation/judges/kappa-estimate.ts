import { cohenKappa } from "#lib/annotation/agreement/compare-raters.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import type { GraderConfusion } from "#lib/contract/evaluation/judges.ts";
import { resampledEstimate } from "#lib/evaluation/statistics/resampled-estimate.ts";

type Case = { readonly unit: string; readonly grader: boolean; readonly people: boolean };

export function confusionOf(cases: readonly Case[]): GraderConfusion {
  const count = (ofGrader: boolean, ofPeople: boolean) =>
    cases.filter(({ grader, people }) => grader === ofGrader && people === ofPeople).length;
  return {
    bothYes: count(true, true),
    onlyGrader: count(true, false),
    onlyPeople: count(false, true),
    bothNo: count(false, false),
  };
}

/**
 * Cohen's kappa with its 95 % interval, by bootstrap over units. Of a grader that always says the same, kappa is 0 in each resample, and where what people say hardly varies either, there is
 * often none: then what was counted says too little to draw from, and its interval is that of the counts with half a case more in each place.
 */
export function kappaEstimate(cases: readonly Case[]): Estimate {
  const found = resampledEstimate(cases, (drawn) => kappaOf(confusionOf(drawn)));
  const { value, low, high } = found;
  const isSame = value === 0 && low === high;
  if (value === null || (low !== null && !isSame)) return found;
  const units = new Set(cases.map(({ unit }) => unit)).size;
  return units < 2 ? found : { ...found, ...smoothedInterval(confusionOf(cases), { value, units }) };
}

const Z = 1.959_963_984_540_054;
const ADDED = 0.5;

/** J. Cohen's large-sample error of kappa (1960), at counts that are none of them 0. Cases of one unit count together as one. */
function smoothedInterval(
  counted: GraderConfusion,
  { value, units }: { value: number; units: number },
): Pick<Estimate, "low" | "high" | "method"> {
  const { bothYes, onlyGrader, onlyPeople, bothNo } = counted;
  const share = units / (bothYes + onlyGrader + onlyPeople + bothNo);
  const counts = Object.fromEntries(
    Object.entries(counted).map(([cell, count]) => [cell, count * share + ADDED]),
  );
  const n = units + 4 * ADDED;
  const at = (cell: keyof GraderConfusion) => (counts[cell] ?? 0) / n;
  const observed = at("bothYes") + at("bothNo");
  const [grader, people] = [at("bothYes") + at("onlyGrader"), at("bothYes") + at("onlyPeople")];
  const expected = grader * people + (1 - grader) * (1 - people);
  const kappa = (observed - expected) / (1 - expected);
  const reach = (Z * Math.sqrt((observed * (1 - observed)) / n)) / (1 - expected);
  return {
    method: "cohen",
    low: Math.min(value, Math.max(-1, kappa - reach)),
    high: Math.max(value, Math.min(1, kappa + reach)),
  };
}

function kappaOf({ bothYes, onlyGrader, onlyPeople, bothNo }: GraderConfusion): number | null {
  const cells = [
    { first: "yes", second: "yes", count: bothYes },
    { first: "yes", second: "no", count: onlyGrader },
    { first: "no", second: "yes", count: onlyPeople },
    { first: "no", second: "no", count: bothNo },
  ];
  return cohenKappa(
    cells.filter(({ count }) => count > 0),
    "nominal",
  ).kappa;
}
