import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { bradleyTerry, bradleyTerryEstimates, type Verdict } from "./bradley-terry.ts";

/** The likelihood written out from the model, as Davidson has it. */
function logLikelihood(
  verdicts: readonly Verdict[],
  strengths: ReadonlyMap<string, number>,
  tie: number,
): number {
  return verdicts.reduce((sum, { first, second, winner }) => {
    const [one, other] = [Math.exp(strengths.get(first) ?? 0), Math.exp(strengths.get(second) ?? 0)];
    const parts = { first: one, second: other, tie: tie * Math.sqrt(one * other) };
    return sum + Math.log(parts[winner] / (parts.first + parts.second + parts.tie));
  }, 0);
}

const PLAYERS = ["base", "step 3", "step 7", "upstream"];

function tournament(count: number): Verdict[] {
  const random = seededRandom(11);
  return Array.from({ length: count }, (_, at) => {
    const [first, second] = [Math.floor(random() * 4), Math.floor(random() * 3)];
    const other = second >= first ? second + 1 : second;
    const draw = random() + (first - other) * 0.1;
    const winner = draw < 0.4 ? "second" : draw < 0.6 ? "tie" : "first";
    return { item: String(at % 40), first: PLAYERS[first] ?? "", second: PLAYERS[other] ?? "", winner };
  });
}

test("at the fit, no strength and no ease of ties makes the verdicts more likely", () => {
  const verdicts = tournament(200);
  const fitted = bradleyTerry(verdicts);
  if (!fitted) throw new Error("no fit");
  const { strengths, tie } = fitted;
  expect([...strengths.values()].reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
  const best = logLikelihood(verdicts, strengths, tie);
  const step = 1e-4;
  for (const player of PLAYERS) {
    const moved = (by: number) =>
      logLikelihood(verdicts, new Map(strengths).set(player, (strengths.get(player) ?? 0) + by), tie);
    expect((moved(step) - moved(-step)) / (2 * step), player).toBeCloseTo(0, 4);
    expect(moved(0.1)).toBeLessThan(best);
  }
  const slope =
    (logLikelihood(verdicts, strengths, tie + step) - logLikelihood(verdicts, strengths, tie - step)) /
    (2 * step);
  expect(slope).toBeCloseTo(0, 4);
});

test("two players without ties are apart by the odds of their wins", () => {
  const verdicts = Array.from(
    { length: 40 },
    (_, at): Verdict => ({
      item: String(at),
      first: "new",
      second: "old",
      winner: at < 30 ? "first" : "second",
    }),
  );
  const { strengths, tie } = bradleyTerry(verdicts) ?? { strengths: new Map(), tie: Number.NaN };
  expect(tie).toBe(0);
  expect(strengths.get("new") - strengths.get("old")).toBeCloseTo(Math.log(30 / 10), 8);
  const estimate = bradleyTerryEstimates(verdicts).get("new");
  // Half of the log odds, whose standard error is √(1/30 + 1/10) / 2.
  const half = (1.96 * Math.sqrt(1 / 30 + 1 / 10)) / 2;
  expect(estimate).toMatchObject({ n: 40, method: "bradley_terry" });
  expect(Math.abs((estimate?.high ?? 0) - (estimate?.low ?? 0) - 2 * half)).toBeLessThan(0.15);
});

test("a player who never lost or tied has no finite strength, and then nobody gets a number", () => {
  const won = (first: string, second: string): Verdict => ({ item: "1", first, second, winner: "first" });
  expect(bradleyTerry([won("a", "b"), won("a", "c"), won("b", "c"), won("c", "b")])).toBeNull();
  expect(bradleyTerryEstimates([won("a", "b")]).get("a")).toMatchObject({
    value: null,
    low: null,
    high: null,
    n: 1,
  });
});
