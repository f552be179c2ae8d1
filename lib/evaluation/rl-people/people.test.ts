import fc from "fast-check";
import { expect, test } from "vitest";
import { leastCertain } from "./least-certain.ts";
import { peoplesReward, settledReward } from "./settled-reward.ts";
import { worthOfValue } from "./worth-of-value.ts";

const USUAL = { park: "uncertain", band: 0.15, disagreement: 0.3, budgetPerRound: 24 } as const;
const TWO = [
  { name: "a", weight: 3 },
  { name: "b", weight: 1 },
  { name: "short", weight: -1 },
];
const scored = (score: number) => ({ score, passed: null });
const answer = (name: string, a: number | null, b: number | null) => ({
  name,
  scores: {
    a: a === null ? { masked: "no answer" } : scored(a),
    b: b === null ? { masked: "no answer" } : scored(b),
    short: scored(0.5),
  },
});
const names = (answers: readonly { name: string }[]) => answers.map(({ name }) => name);

test("people are asked about answers near one half, about those on which graders differ, and those that none could score", () => {
  const answers = [
    answer("sure", 1, 0.9),
    answer("half", 0.6, 0.6),
    answer("at the edge", 0.65, 0.65),
    answer("apart", 0.9, 0.5),
    answer("unscored", null, 0.9),
    answer("nearly", 0.5, 0.7),
  ];
  // Means by hand: (3a + b) / 4 = 0.975, 0.6, 0.65, 0.8, none, 0.55.
  const asked = leastCertain(answers, { graders: TWO, human: USUAL });
  expect(names(asked)).toEqual(["unscored", "nearly", "half", "apart"]);
  expect(names(leastCertain(answers, { graders: TWO, human: { ...USUAL, budgetPerRound: 2 } }))).toEqual([
    ...["unscored", "nearly"],
  ]);
  expect(leastCertain(answers, { graders: TWO, human: { ...USUAL, park: "all" } })).toHaveLength(6);
  expect(leastCertain(answers, { graders: [], human: USUAL })).toHaveLength(6);
});

test("whatever the scores, nobody is asked about an answer while one that is less certain is left out", () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  const property = fc.property(
    fc.array(fc.tuple(score, score), { maxLength: 40 }),
    fc.nat(20),
    (scores, most) => {
      const answers = scores.map(([a, b], n) => answer(String(n), a, b));
      const human = { ...USUAL, budgetPerRound: most + 1 };
      const asked = leastCertain(answers, { graders: TWO, human });
      const distance = (name: string) => {
        const [a = 0, b = 0] = scores[Number(name)] ?? [];
        return Math.abs((3 * a + b) / 4 - 0.5);
      };
      const uncertain = answers.filter(({ name }) => {
        const [a = 0, b = 0] = scores[Number(name)] ?? [];
        return distance(name) < 0.15 || Math.abs(a - b) > 0.3;
      });
      expect(asked).toHaveLength(Math.min(uncertain.length, most + 1));
      const left = uncertain.filter(({ name }) => !names(asked).includes(name));
      const worst = Math.max(0, ...names(asked).map(distance));
      for (const { name } of left) expect(distance(name)).toBeGreaterThanOrEqual(worst - 1e-12);
    },
  );
  fc.assert(property, { seed: 7 });
});

test("what people say stands in for the graders that reward, and those that take away keep their word", () => {
  const { scores } = answer("one", 0.2, 0.4);
  expect(peoplesReward(TWO, scores, 1)).toBe(4 * 1 - 0.5);
  expect(peoplesReward(TWO, scores, 0.25)).toBe(4 * 0.25 - 0.5);
  expect(peoplesReward([], {}, 0.25)).toBe(0.25);
  expect(peoplesReward(TWO, { ...scores, short: { masked: "no answer" } }, 1)).toBeNull();
});

test("where nobody said anything, the graders decide, or nobody, or the mean of the others", () => {
  const { scores } = answer("one", 0.2, 0.4);
  const asked = { scores, reward: 0.5, value: null };
  const rules = { graders: TWO, others: [1, 3] };
  const by = (fallback: "judge" | "drop" | "mean", more = {}) =>
    settledReward({ ...asked, ...more }, { ...rules, fallback });
  expect(by("judge")).toEqual({ reward: 0.5, settledBy: "judge" });
  expect(by("drop")).toEqual({ reward: null, settledBy: "drop" });
  expect(by("mean")).toEqual({ reward: 2, settledBy: "mean" });
  expect(settledReward(asked, { graders: TWO, others: [], fallback: "mean" }).reward).toBeNull();
  expect(by("drop", { value: 1 })).toEqual({ reward: 3.5, settledBy: "people" });
});

test("a value is worth its place in the question's range, or what was said of its word", () => {
  expect([1, 2, 5, 9].map((value) => worthOfValue(value, {}, [1, 5]))).toEqual([0, 0.25, 1, 1]);
  expect([true, false].map((value) => worthOfValue(value, {}, null))).toEqual([1, 0]);
  const words = { scores: { good: 1, so_so: 0.4, true: 0.2 } };
  expect(["good", "so_so", "bad", true].map((value) => worthOfValue(value, words, null))).toEqual([
    ...[1, 0.4, null, 0.2],
  ]);
});
