import { quantile } from "#lib/annotation/agreement/quantile.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { bootstrapTail } from "./bootstrap-tail.ts";

/** One verdict about two players' answers to an item. */
export type Verdict = {
  readonly item: string;
  readonly first: string;
  readonly second: string;
  readonly winner: "first" | "second" | "tie";
};

/** Strengths by player, in logarithms about a mean of 0, and how easily two equal ones tie. */
export type Strengths = { readonly strengths: ReadonlyMap<string, number>; readonly tie: number };

const MAX_ROUNDS = 10_000;
const PRECISION = 1e-10;
const RESAMPLES = 400;
/** Of so many resamples a fit may be impossible before their middle says nothing any more. */
const MAX_UNFITTED = 0.02;
const SEED = 19_701_204;

/**
 * Strengths of players by the model of Bradley and Terry with ties (R. Davidson, "On extending the Bradley–Terry model to accommodate ties in
 * paired comparison experiments", 1970): of players i and j with π > 0,
 * `P(i wins) = π_i / D_ij`, `P(tie) = θ √(π_i π_j) / D_ij`, `D_ij = π_i + π_j + θ √(π_i π_j)`.
 *
 * Fitted by minorisation and maximisation (D. Hunter, "MM algorithms for generalized Bradley–Terry models", 2004): `−ln D` lies above its
 * tangent and `−√(π_i π_j)` above `−½ (π_i √(π_j/π_i) + π_j √(π_i/π_j))`, roots at the present values, so that each π has a maximum of its own:
 * `π_i = s_i / Σ_j n_ij (1 + ½ θ √(π_j/π_i)) / D_ij` with `s_i` wins and half the ties of i, `n_ij` comparisons, and then
 * `θ = ties / Σ n_ij √(π_i π_j) / D_ij`. The likelihood grows in each round.
 *
 * Null where no finite strengths exist: some group of players never lost or tied against the rest (L. Ford, "Solution of a ranking problem from
 * binary comparisons", 1957).
 */
export function bradleyTerry(verdicts: readonly Verdict[]): Strengths | null {
  const games = gamesOf(verdicts);
  return strengthsOf(
    games,
    games.list.map(() => 1),
  );
}

/** Each player's strength with its 95 % interval by bootstrap over items: verdicts about one item stay together. */
export function bradleyTerryEstimates(verdicts: readonly Verdict[]): Map<string, Estimate> {
  const games = gamesOf(verdicts);
  const whole = strengthsOf(
    games,
    games.list.map(() => 1),
  );
  const items = Map.groupBy(games.list.keys(), (game) => verdicts[game]?.item ?? "");
  const fits = whole && items.size > 1 ? resampledFits(games, [...items.values()]) : null;
  const tail = bootstrapTail(items.size);
  const estimateOf = (player: string): Estimate => {
    const values = fits?.map(({ strengths }) => strengths.get(player) ?? 0).sort((a, b) => a - b);
    return {
      value: whole?.strengths.get(player) ?? null,
      low: values ? quantile(values, tail) : null,
      high: values ? quantile(values, 1 - tail) : null,
      n: verdicts.filter(({ first, second }) => first === player || second === player).length,
      method: "bradley_terry",
    };
  };
  return new Map(games.players.map((player) => [player, estimateOf(player)]));
}

type Game = { first: number; second: number; winner: Verdict["winner"] };
type Games = { players: string[]; list: Game[] };

function gamesOf(verdicts: readonly Verdict[]): Games {
  const players = [...new Set(verdicts.flatMap(({ first, second }) => [first, second]))];
  const place = new Map(players.map((player, at) => [player, at]));
  const list = verdicts.map(({ first, second, winner }) => ({
    first: place.get(first) ?? 0,
    second: place.get(second) ?? 0,
    winner,
  }));
  return { players, list };
}

/** Null where too many resamples have no fit. */
function resampledFits(games: Games, items: readonly (readonly number[])[]): Strengths[] | null {
  const random = seededRandom(SEED);
  const fits: Strengths[] = [];
  for (let sample = 0; sample < RESAMPLES; sample++) {
    const weights = games.list.map(() => 0);
    for (let draw = 0; draw < items.length; draw++)
      for (const game of items[Math.floor(random() * items.length)] ?? [])
        weights[game] = (weights[game] ?? 0) + 1;
    const fitted = strengthsOf(games, weights);
    if (fitted) fits.push(fitted);
  }
  return fits.length < RESAMPLES * (1 - MAX_UNFITTED) ? null : fits;
}

/** By pair of players (`low · players + high`): how often they met, and the sums that the model needs. */
type Counted = {
  scores: number[];
  ties: number;
  meetings: Map<number, number>;
  beaten: Map<number, Set<number>>;
};

function strengthsOf({ players, list }: Games, weights: readonly number[]): Strengths | null {
  const counted = count(players.length, list, weights);
  if (!isConnected(players.length, counted.beaten)) return null;
  let [strengths, tie] = [players.map(() => 1), counted.ties > 0 ? 1 : 0];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = improved(counted, strengths, tie);
    const change = Math.max(...next.strengths.map((value, at) => Math.abs(value / (strengths[at] ?? 1) - 1)));
    const isDone = change < PRECISION && Math.abs(next.tie - tie) < PRECISION;
    ({ strengths, tie } = next);
    if (isDone) break;
  }
  return {
    strengths: new Map(players.map((player, at) => [player, Math.log(strengths[at] ?? Number.NaN)])),
    tie,
  };
}

function count(players: number, list: readonly Game[], weights: readonly number[]): Counted {
  const counted: Counted = {
    scores: Array.from({ length: players }, () => 0),
    ties: 0,
    meetings: new Map(),
    beaten: new Map(),
  };
  const score = (player: number, by: number) => {
    counted.scores[player] = (counted.scores[player] ?? 0) + by;
  };
  for (const [at, { first, second, winner }] of list.entries()) {
    const weight = weights[at] ?? 0;
    if (weight === 0 || first === second) continue;
    const [winners, losers] = winner === "second" ? [second, first] : [first, second];
    score(winners, winner === "tie" ? weight / 2 : weight);
    if (winner === "tie") score(losers, weight / 2);
    if (winner === "tie") counted.ties += weight;
    addTo(counted.beaten, winners, losers);
    if (winner === "tie") addTo(counted.beaten, losers, winners);
    const pair = Math.min(first, second) * players + Math.max(first, second);
    counted.meetings.set(pair, (counted.meetings.get(pair) ?? 0) + weight);
  }
  return counted;
}

function addTo(sets: Map<number, Set<number>>, key: number, value: number): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}

/** Whether each player can be reached from each other one over wins and ties. */
function isConnected(players: number, beaten: ReadonlyMap<number, ReadonlySet<number>>): boolean {
  const backwards = new Map<number, Set<number>>();
  for (const [winner, losers] of beaten) for (const loser of losers) addTo(backwards, loser, winner);
  return [beaten, backwards].every((ways) => {
    const reached = new Set([0]);
    for (const player of reached) for (const next of ways.get(player) ?? []) reached.add(next);
    return reached.size === players;
  });
}

function improved({ scores, ties, meetings }: Counted, strengths: readonly number[], tie: number) {
  const divisors = scores.map(() => 0);
  for (const { first, second, met, root, whole } of meetingsOf(meetings, strengths, tie)) {
    divisors[first] =
      (divisors[first] ?? 0) + (met * (1 + (tie * root) / (2 * at(strengths, first)))) / whole;
    divisors[second] =
      (divisors[second] ?? 0) + (met * (1 + (tie * root) / (2 * at(strengths, second)))) / whole;
  }
  const raw = scores.map((score, player) => score / at(divisors, player));
  const middle = Math.exp(raw.reduce((sum, value) => sum + Math.log(value), 0) / raw.length);
  const next = raw.map((value) => value / middle);
  let expected = 0;
  for (const { met, root, whole } of meetingsOf(meetings, next, tie)) expected += (met * root) / whole;
  return { strengths: next, tie: ties === 0 ? 0 : ties / expected };
}

function* meetingsOf(meetings: ReadonlyMap<number, number>, strengths: readonly number[], tie: number) {
  for (const [pair, met] of meetings) {
    const [first, second] = [Math.floor(pair / strengths.length), pair % strengths.length];
    const root = Math.sqrt(at(strengths, first) * at(strengths, second));
    yield { first, second, met, root, whole: at(strengths, first) + at(strengths, second) + tie * root };
  }
}

function at(values: readonly number[], place: number): number {
  return values[place] ?? Number.NaN;
}
