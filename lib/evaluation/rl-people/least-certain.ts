import type { RlHuman } from "#lib/contract/reinforcement/rl-people.ts";
import type { RewardPart } from "#lib/contract/reinforcement/rl-runs.ts";
import { isScored, type StoredScores } from "#lib/evaluation/score.internal.ts";

/** An answer with what graders say of it. */
export type Graded = { readonly scores: StoredScores };

type Asking = {
  graders: readonly Pick<RewardPart, "name" | "weight">[];
  human: Pick<RlHuman, "park" | "band" | "disagreement" | "budgetPerRound">;
};

/** The answers that people are asked about, those nearest to one half first; of equal ones in their order. */
export function leastCertain<G extends Graded>(
  answers: readonly G[],
  { graders, human }: Asking,
): (G & { distance: number })[] {
  return answers
    .map((answer) => ({ ...answer, ...certainty(graders, answer.scores) }))
    .filter(({ distance, spread }) => human.park === "all" || isUncertain({ distance, spread }, human))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, human.budgetPerRound);
}

type Certainty = { distance: number; spread: number };

/** Nobody's word counts as one half. */
function certainty(graders: Asking["graders"], scores: StoredScores): Certainty {
  const judges = graders.filter(({ weight }) => weight > 0);
  const said = judges.map(({ name }) => scores[name]).filter(isScored);
  if (judges.length === 0 || said.length < judges.length) return { distance: 0, spread: 0 };
  const values = said.map(({ score }) => score);
  const all = judges.reduce((sum, { weight }) => sum + weight, 0);
  const mean = values.reduce((sum, score, at) => sum + score * (judges[at]?.weight ?? 0), 0) / all;
  return { distance: Math.abs(mean - 0.5), spread: Math.max(...values) - Math.min(...values) };
}

function isUncertain({ distance, spread }: Certainty, { band, disagreement }: Asking["human"]): boolean {
  return distance < band || distance === 0 || spread > disagreement;
}
