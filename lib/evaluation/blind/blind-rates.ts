import type { BlindQueue, BlindRate } from "#lib/contract/evaluation/blind-queues.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { unitsOf } from "#lib/datasets/assemble/split-units.ts";
import { bradleyTerryEstimates } from "#lib/evaluation/statistics/bradley-terry.ts";
import { shareOfUnits } from "#lib/evaluation/statistics/share-estimate.ts";

/** One vote on two answers to one row. */
export type BlindVote = {
  readonly row: string;
  readonly rowDigest: string;
  readonly unitKeys: readonly string[];
  readonly a: string;
  readonly b: string;
  readonly winner: "a" | "b" | "tie";
};

/** How many rows two runs answered differently, from which pairs were drawn, and how many alike. */
type Pool = Pick<BlindQueue, "runA" | "runB" | "differing" | "same">;
type Said = { votes: readonly BlindVote[]; queues: readonly Pool[] };

/** How each run did among those that it was compared with. Runs that nobody voted on are left out. */
export function blindRates(runIds: readonly string[], { votes, queues }: Said): BlindRate[] {
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
      overall: overallOf(runId, { scores, queues }),
      strength: strengths?.get(runId) ?? null,
    };
  });
}

function scoreOf(runId: string, { a, winner }: BlindVote): number {
  if (winner === "tie") return 0.5;
  return (winner === "a") === (a === runId) ? 1 : 0;
}

type Scored = { vote: BlindVote; score: number };

function winRateOf(scores: readonly Scored[], unitOf: (vote: BlindVote) => string): Estimate {
  return shareOfUnits(casesOf(scores).map(({ vote, value }) => ({ unit: unitOf(vote), value })));
}

/** What several people say of one pair is one case: their mean. */
function casesOf(scores: readonly Scored[]): { vote: BlindVote; value: number }[] {
  const pairs = [...Map.groupBy(scores, ({ vote }) => `${vote.a} ${vote.b} ${vote.row}`).values()];
  return pairs.flatMap((all) => {
    const [first] = all;
    const value = all.reduce((sum, { score }) => sum + score, 0) / all.length;
    return first ? { vote: first.vote, value } : [];
  });
}

/**
 * What was judged stands for all rows whose answers differ, as it was drawn from them, and equal answers are ties. Against each other run it counts by how many
 * rows both answered. Null where no answers were equal: then it is the win rate itself.
 */
function overallOf(
  runId: string,
  { scores, queues }: { scores: readonly Scored[]; queues: readonly Pool[] },
): number | null {
  let won = 0;
  let rows = 0;
  let same = 0;
  const byOther = Map.groupBy(casesOf(scores), ({ vote: { a, b } }) => (a === runId ? b : a));
  for (const [other, cases] of byOther) {
    const pool = poolOf(queues, [runId, other]);
    const rate = cases.reduce((sum, { value }) => sum + value, 0) / cases.length;
    won += pool.differing * rate + pool.same / 2;
    rows += pool.differing + pool.same;
    same += pool.same;
  }
  return same === 0 ? null : won / rows;
}

/** Of several queues of the same two the one that knew of the most rows, as runs may have had more answers by then. */
function poolOf(queues: readonly Pool[], both: readonly string[]): { differing: number; same: number } {
  const own = queues.filter(({ runA, runB }) => both.includes(runA) && both.includes(runB));
  const most = own.toSorted((x, y) => y.differing + y.same - (x.differing + x.same))[0];
  return most ?? { differing: 0, same: 0 };
}
