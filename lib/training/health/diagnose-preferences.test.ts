import { expect, test } from "vitest";
import { diagnosePreferences, type PreferenceSigns } from "./diagnose-preferences.ts";
import type { Stretch } from "./stretch.ts";

const at = (value: number, step: number): Stretch => ({
  lastStep: step,
  mean: value,
  min: value,
  max: value,
});
const curve = (from: number, to: number, steps = 20): Stretch[] =>
  Array.from({ length: steps }, (_, n) => at(from + ((to - from) * n) / (steps - 1), n + 1));

const HEALTHY: PreferenceSigns = {
  loss: "dpo",
  chosenChange: curve(0, 0.2),
  margin: curve(0, 1.5),
  accuracy: curve(0.5, 0.9),
  validationAccuracy: curve(0.5, 0.8, 10),
};
const found = (part: Partial<PreferenceSigns>) =>
  diagnosePreferences({ ...HEALTHY, ...part }).map(({ code, text }) => `${code}: ${text}`);

test("a healthy job, one of few steps and one that compares with no reference are left alone", () => {
  expect(found({})).toEqual([]);
  expect(found({ chosenChange: curve(0, -3, 4) })).toEqual([]);
  expect(found({ chosenChange: [], margin: [], accuracy: [], validationAccuracy: [] })).toEqual([]);
});

test("preferred replies that become less likely are said in nats per token, with what helps", () => {
  expect(found({ chosenChange: curve(0, -1) })).toEqual([
    expect.stringMatching(
      /^chosen_falling: Replies that people preferred .* by 0\.89 nats per token .* Raise the anchor/,
    ),
  ]);
  expect(found({ chosenChange: curve(0, -0.5) })).toEqual([]);
});

test("margins beyond which the loss has no slope are saturated, where every pair is right", () => {
  const far = { margin: curve(0, 12), accuracy: curve(1, 1) };
  expect(found(far)).toEqual([
    expect.stringMatching(/^margins_saturated: The margins are saturated: at 11,/),
  ]);
  expect(found({ ...far, accuracy: curve(0.8, 0.8) })).toEqual([]);
  // Its slope ends at its own margin.
  expect(found({ ...far, loss: "ipo" })).toEqual([]);
});

test("a margin that stays at 0 is that of a model which has learned no preference", () => {
  expect(found({ margin: curve(0, 0.005) })).toEqual([
    expect.stringMatching(/^margin_flat: The margin .* is 0\.0045 at the end/),
  ]);
});

test("a margin below 0 is that of a model which learned the wrong way round, or has not turned round yet", () => {
  const backwards = [
    expect.stringMatching(/^margin_negative: The margin .* is -12 at the end: .* wrong way round/),
  ];
  expect(found({ margin: curve(0, -13), accuracy: curve(0.5, 0.5) })).toEqual(backwards);
  // Six steps are all that a few pairs give.
  expect(found({ loss: "cpo", chosenChange: [], margin: curve(-2, -12, 6) })).toEqual([
    expect.stringMatching(/^margin_negative: .* is -11 at the end: .* wrong way round/),
  ]);
  // Without a reference it begins with what the model held before.
  expect(found({ loss: "cpo", chosenChange: [], margin: curve(-20, -10) })).toEqual([
    expect.stringMatching(/^margin_negative: The margin .* rose from -19 to -11, but is still below 0/),
  ]);
  expect(found({ margin: curve(0, -0.01) })).toEqual([expect.stringMatching(/^margin_flat/)]);
  expect(found({ margin: curve(0, -13, 4) })).toEqual([]);
});

test("a margin that grows while held-out pairs get worse is memorizing, from where they were best", () => {
  const validationAccuracy = [at(0.6, 2), at(0.8, 4), at(0.7, 6), at(0.6, 8)];
  expect(found({ validationAccuracy })).toEqual([
    expect.stringMatching(
      /^validation_accuracy_falling: .* from 80 % at step 4 to 60 %: the model memorizes/,
    ),
  ]);
  expect(diagnosePreferences({ ...HEALTHY, validationAccuracy })).toMatchObject([{ step: 4 }]);
  expect(found({ validationAccuracy, margin: curve(2, 0) })).toEqual([]);
});
