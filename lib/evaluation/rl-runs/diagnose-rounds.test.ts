import { expect, test } from "vitest";
import { diagnoseRounds, type RoundSigns } from "./diagnose-rounds.ts";

/** Six rounds whose reward rises. */
const GOOD: RoundSigns[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((reward) => ({
  phase: "ended",
  ...{ groups: 8, flatGroups: 2, rollouts: 64, masked: 1 },
  ...{ reward, length: 20, truncated: 0.1 },
}));

/** Another value in each of the last rounds. */
const found = (part: Partial<RoundSigns>, { from = 3, isOver = false } = {}) =>
  diagnoseRounds(
    GOOD.map((round, at) => (at < from ? round : { ...round, ...part })),
    { isOver },
  ).map(({ code, text }) => `${code}: ${text}`);
const GOING = { isOver: false };

test("a run whose reward rises is left alone, and so is a round that is still sampled", () => {
  expect(found({})).toEqual([]);
  expect(found({ phase: "sampling", flatGroups: 8, masked: 64 }, { from: 5 })).toEqual([]);
  expect(diagnoseRounds([], GOING)).toEqual([]);
});

test("what teaches nothing is said with its share of the last rounds and what helps", () => {
  expect(found({ flatGroups: 6 })).toEqual([
    expect.stringMatching(
      /^no_variance: In the last 3 rounds, .* 75 % of the prompts .* Raise the temperature/,
    ),
  ]);
  expect(found({ flatGroups: 4 })).toEqual([]);
  expect(found({ truncated: 0.5 })).toEqual([
    expect.stringMatching(/^truncated: .* 50 % of the answers were cut off/),
  ]);
  expect(found({ masked: 32 })).toEqual([
    expect.stringMatching(/^masked: .* 50 % of the answers have no reward/),
  ]);
});

test("of a run that is over, all is said as past", () => {
  const first = GOOD.slice(0, 1).map((round) => ({ ...round, truncated: 0.5 }));
  const textOf = (isOver: boolean) => diagnoseRounds(first, { isOver })[0]?.text;
  expect(textOf(false)).toMatch(/^In the round so far, 50 % of the answers were cut off/);
  expect(textOf(true)).toMatch(/^In its only round, 50 % of the answers were cut off/);
  expect(found({ reward: 0.2, length: 40 }, { isOver: true })).toEqual([
    expect.stringMatching(/did not rise: its mean was 0\.2/),
    expect.stringMatching(/Answers grew from 20/),
  ]);
});

test("what people are still asked about is no sign yet", () => {
  const [round] = GOOD;
  const waiting = { ...GOOD[0], phase: "waiting_for_people", flatGroups: 8, masked: 32 } as const;
  expect(round && diagnoseRounds([{ ...round, ...waiting }], GOING)).toEqual([]);
});

test("a reward that does not rise and answers that double are said once there are enough rounds", () => {
  expect(found({ reward: 0.2 })).toEqual([
    expect.stringMatching(/^reward_not_rising: .* 0\.2 in the first 3 rounds and 0\.2 in the last/),
  ]);
  expect(found({ length: 40 })).toEqual([
    expect.stringMatching(/^length_growing: Answers grow from 20 to 40 tokens/),
  ]);
  const few = GOOD.slice(0, 4).map((round) => ({ ...round, reward: 0.2 }));
  expect(diagnoseRounds(few, GOING)).toEqual([]);
});
