import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { bradleyTerryEstimates, type Verdict } from "#lib/evaluation/statistics/bradley-terry.ts";
import { type Pair, pairedDifference } from "#lib/evaluation/statistics/mean-estimate.ts";
import { predictionPowered } from "#lib/evaluation/statistics/prediction-powered.ts";
import { shareEstimate } from "#lib/evaluation/statistics/share-estimate.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";

type Random = () => number;

/** Draws data from a truth that is known and estimates it. */
type Simulation = (random: Random) => { truth: number; estimate: Estimate };

export type Coverage = {
  readonly name: string;
  /** The share of simulations whose interval held the truth; one of 95 % should be near 0.95. */
  readonly held: number;
  /** The mean width of the intervals. */
  readonly width: number;
};

/** Simulations of each kind of interval; the same number gives the same result. */
export function measureCoverage(name: CoverageName, simulations: number): Coverage {
  const random = seededRandom(SEED);
  const simulate = SIMULATIONS[name];
  let [held, width] = [0, 0];
  for (let at = 0; at < simulations; at++) {
    const { truth, estimate } = simulate(random);
    const { low, high } = estimate;
    if (low === null || high === null) continue;
    if (low <= truth && truth <= high) held++;
    width += high - low;
  }
  return { name, held: held / simulations, width: width / simulations };
}

const SEED = 20_261_123;

/** 40 conversations of one to four rows; rows of one are alike, and the candidate passes in 8 % more of them. */
function paired(random: Random): ReturnType<Simulation> {
  const pairs: Pair[] = [];
  for (let unit = 0; unit < 40; unit++) {
    const hardness = (random() - 0.5) / 2;
    const passes = (share: number) => (random() < share ? 1 : 0);
    for (let row = Math.floor(random() * 4); row >= 0; row--)
      pairs.push({
        unit: String(unit),
        baseline: passes(0.6 - hardness),
        candidate: passes(0.68 - hardness * 0.9),
      });
  }
  return { truth: 0.08, estimate: pairedDifference(pairs) };
}

/** Shares of all sizes, as Wilson's interval holds now more and now less by what the share is. */
function wilson(random: Random): ReturnType<Simulation> {
  const truth = 0.05 + 0.9 * random();
  let successes = 0;
  for (let at = 0; at < 60; at++) if (random() < truth) successes++;
  return { truth, estimate: shareEstimate(successes, 60) };
}

const STRENGTHS: readonly (readonly [player: string, strength: number])[] = [
  ["a", 0.6],
  ["b", 0.1],
  ["c", -0.7],
];
const TIE = 0.6;

/** Three players on 60 items, each two of them once an item. */
function pairwise(random: Random): ReturnType<Simulation> {
  const verdicts: Verdict[] = [];
  for (let item = 0; item < 60; item++)
    for (const [at, [first, one]] of STRENGTHS.entries())
      for (const [second, other] of STRENGTHS.slice(at + 1)) {
        const parts = [Math.exp(one), Math.exp(other), TIE * Math.exp((one + other) / 2)];
        const draw = random() * parts.reduce((sum, part) => sum + part, 0);
        const winner =
          draw < (parts[0] ?? 0) ? "first" : draw < (parts[0] ?? 0) + (parts[1] ?? 0) ? "second" : "tie";
        verdicts.push({ item: String(item), first, second, winner });
      }
  const estimate = bradleyTerryEstimates(verdicts).get("a");
  if (!estimate) throw new Error("a player has no estimate");
  return { truth: 0.6, estimate };
}

/** 60 votes of people and 2,000 of a judge that errs so often, or of nobody else. */
function votes(judgeErrs: number | null): Simulation {
  return (random) => {
    const truth = 0.62;
    const vote = () => (random() < truth ? 1 : 0);
    const judged = (people: number) => (random() < (judgeErrs ?? 0) ? 1 - people : people);
    const both = Array.from({ length: 60 }, () => {
      const people = vote();
      return { people, judge: judged(people) };
    });
    const alone = judgeErrs === null ? [] : Array.from({ length: 2000 }, () => judged(vote()));
    return { truth, estimate: predictionPowered(both, alone) };
  };
}

const SIMULATIONS = {
  "paired bootstrap": paired,
  Wilson: wilson,
  "Bradley–Terry with ties": pairwise,
  "people alone": votes(null),
  "people and a judge that errs in 10 %": votes(0.1),
  "people and a judge that errs in 20 %": votes(0.2),
  "people and a judge that guesses": votes(0.5),
} satisfies Record<string, Simulation>;

export type CoverageName = keyof typeof SIMULATIONS;
export const COVERAGE_NAMES = Object.keys(SIMULATIONS) as CoverageName[];
