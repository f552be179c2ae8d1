import type { BlindRate } from "#lib/contract/evaluation/blind-queues.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { bradleyTerryEstimates } from "#lib/evaluation/statistics/bradley-terry.ts";
import { shareOfUnits } from "#lib/evaluation/statistics/share-estimate.ts";
import { unitsOf } from "#lib/evaluation/statistics/split-units.ts";

/** One vote on two answers to one row. */
export type BlindVote = {
  readonly row: string;
  readonly rowDigest: string;
  readonly unitKeys: readonly string[];
  readonly a: string;
  readonly b: string;
  readonly winner: "a" | "b" | "tie";
};

/** How each run did among those that it was compared with. Runs that nobody voted on are left out. */
export function blindRates(runIds: readonly string[], votes: readonly BlindVote[]): BlindRate[] {
  const compared = runIds.filter((id) => votes.some(({ a, b }) => a === id || b === id));
  const unitOf = unitsOf(votes);
  const strengths =
    compared.length > 2
      ? bradleyTerryEstimates(
          votes.map((vote) => ({
            item: unitOf(vote),
            first: vote.a,
            second: vote.b,
            winner: vote.winner === "tie" ? "tie" : vote.winner === "a" ? "first" : "second",
          })),
        )
      : null;
  return compared.map((runId) => {
    const own = votes.filter(({ a, b }) => a === runId || b === runId);
    const scores = own.map((vote) => ({ vote, score: scoreOf(runId, vote) }));
    return {
      runId,
      wins: scores.filter(({ score }) => score === 1).length,
      ties: scores.filter(({ score }) => score === 0.5).length,
      losses: scores.filter(({ score }) => score === 0).length,
      winRate: winRateOf(scores, unitOf),
      strength: strengths?.get(runId) ?? null,
    };
  });
}

function scoreOf(runId: string, { a, winner }: BlindVote): number {
  if (winner === "tie") return 0.5;
  return (winner === "a") === (a === runId) ? 1 : 0;
}

type Scored = { vote: BlindVote; score: number };

/** What several people say of one pair is one case: their mean. */
function winRateOf(scores: readonly Scored[], unitOf: (vote: BlindVote) => string): Estimate {
  const pairs = [...Map.groupBy(scores, ({ vote }) => `${vote.a} ${vote.b} ${vote.row}`).values()];
  const cases = pairs.flatMap((all) => {
    const [first] = all;
    const value = all.reduce((sum, { score }) => sum + score, 0) / all.length;
    return first ? { unit: unitOf(first.vote), value } : [];
  });
  return shareOfUnits(cases);
}
