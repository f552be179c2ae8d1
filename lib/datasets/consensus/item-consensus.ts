import type { Consensus } from "#lib/contract/datasets/uses.ts";
import { type Refusal, refusal } from "#lib/datasets/candidate.ts";

/** A value that holds of an item; `voters` are those who said it, by their place among the votes. */
export type Agreed = { value: string; posterior: number | null; share: number; voters: readonly number[] };

export type ItemVotes = {
  /** What each annotator said. */
  values: readonly string[];
  /** What a lead decided. */
  decided: string | null;
  /** Of numbers whose mean is wanted: the number and the weight of each answer. */
  numbers?: readonly { value: number; weight: number }[] | null;
  /** Of the rule `weighted`. */
  posterior: ReadonlyMap<string, number> | null;
};

/**
 * What holds of an item by a rule: one value, or with `each` one for each answer, or why there is none. What a lead decided holds under every
 * rule. Never empty.
 */
export function itemConsensus(votes: ItemVotes, consensus: Consensus): (Agreed | Refusal)[] {
  const { values, decided } = votes;
  if (decided !== null)
    return [
      { value: decided, posterior: 1, share: 1, voters: placesOf(values, (value) => value === decided) },
    ];
  if (values.length === 0) return [refusal("no_answer")];
  if (consensus.rule === "decided") return [refusal("undecided")];
  if (values.length < consensus.minAnswers)
    return [refusal("too_few_answers", `${values.length} of ${consensus.minAnswers}`)];
  if (consensus.rule === "each")
    return values.map((value, place) => ({
      value,
      posterior: null,
      share: 1 / values.length,
      voters: [place],
    }));
  if (votes.numbers) return [meanOf(votes.numbers)];
  return [consensus.rule === "majority" ? majority(values, consensus) : weighted(votes, consensus)];
}

/** Kept to three decimals, so that sums in another order are no other value. */
function meanOf(numbers: readonly { value: number; weight: number }[]): Agreed {
  const total = numbers.reduce((sum, { weight }) => sum + weight, 0);
  const mean = numbers.reduce((sum, { value, weight }) => sum + value * weight, 0) / total;
  const voters = numbers.map((_, place) => place);
  return { value: `${Math.round(mean * 1000) / 1000}`, posterior: null, share: 1, voters };
}

function majority(values: readonly string[], { minShare }: Consensus): Agreed | Refusal {
  const counts = [...Map.groupBy(values, (value) => value)].map(
    ([value, all]) => [value, all.length] as const,
  );
  const best = bestOf(counts);
  if (typeof best !== "string") return refusal("tie", best.join(", "));
  const voters = placesOf(values, (value) => value === best);
  const share = voters.length / values.length;
  if (share <= minShare) return refusal("disagreement", `${voters.length} of ${values.length} said ${best}`);
  return { value: best, posterior: null, share: 1, voters };
}

function weighted({ values, posterior }: ItemVotes, { minPosterior }: Consensus): Agreed | Refusal {
  const best = bestOf([...(posterior ?? [])]);
  if (typeof best !== "string") return refusal("tie", best.join(", "));
  const probability = posterior?.get(best) ?? 0;
  if (probability < minPosterior)
    return refusal("low_posterior", `${best} has ${probability.toFixed(3)}, not ${minPosterior}`);
  const voters = placesOf(values, (value) => value === best);
  return { value: best, posterior: probability, share: 1, voters };
}

/** Closer than this two probabilities are one: they come from sums in different orders. */
const SAME = 1e-9;

/** The value with the greatest number, or all that share it, in the order of their code units. */
function bestOf(numbers: readonly (readonly [string, number])[]): string | string[] {
  const greatest = Math.max(...numbers.map(([, number]) => number));
  const best = numbers.filter(([, number]) => number > greatest - SAME).map(([value]) => value);
  const [only] = best;
  return best.length === 1 && only !== undefined ? only : best.sort();
}

function placesOf(values: readonly string[], holds: (value: string) => boolean): number[] {
  return values.flatMap((value, place) => (holds(value) ? place : []));
}
