import fc from "fast-check";
import { expect, test } from "vitest";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";
import {
  type AskedField,
  askedFields,
  itemAgreement,
  saidValue,
  valueKey,
  valueText,
} from "./said-values.ts";

const TONE: AskedField = { ref: "tone", name: "Tone", input: { kind: "integer", min: 1, max: 5 } };
const WHY: AskedField = { ref: "why", name: "Why", input: { kind: "text", maxLength: null } };

function answer(values: Record<string, unknown>, more: Partial<ItemAnswer> = {}): ItemAnswer {
  return {
    itemId: "i",
    annotatorUserId: "u",
    name: "Ida",
    state: "completed",
    skipReason: null,
    isFlagged: false,
    flagNote: "",
    sentBack: null,
    activeMs: 0,
    finishedAt: null,
    values,
    earlierVersions: {},
    notes: [],
    reactions: [],
    correction: null,
    preference: null,
    ...more,
  };
}

test("Two of three people alike are one pair of three", () => {
  expect(itemAgreement([answer({ tone: 1 }), answer({ tone: 1 }), answer({ tone: 2 })], [TONE])).toBeCloseTo(
    1 / 3,
  );
});

test("Free texts, skipped items and work that is not finished count for nothing", () => {
  const skipped = answer({ tone: 5 }, { state: "skipped" });
  expect(
    itemAgreement([answer({ tone: 1, why: "a" }), answer({ tone: 1, why: "b" }), skipped], [TONE, WHY]),
  ).toBe(1);
  expect(itemAgreement([answer({ tone: 1 }), skipped], [TONE])).toBeNull();
});

test("The share of alike pairs is the one that counting each pair gives", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 7 }), (tones) => {
      let [same, all] = [0, 0];
      for (let i = 0; i < tones.length; i++)
        for (let j = i + 1; j < tones.length; j++) {
          all++;
          if (tones[i] === tones[j]) same++;
        }
      expect(
        itemAgreement(
          tones.map((tone) => answer({ tone })),
          [TONE],
        ),
      ).toBeCloseTo(same / all, 12);
    }),
  );
});

test("The verdict on a pair is asked first and read from the preference", () => {
  const [first] = askedFields("pairwise", []);
  expect(first?.ref).toBe(PREFERENCE_TYPE);
  const said = answer(
    {},
    { preference: { verdict: "second", second_ref: "weave:///a/b/call/c", strength: null } },
  );
  expect(saidValue(said, PREFERENCE_TYPE)).toBe("second");
  expect(valueText("second", PREFERENCE_TYPE)).toBe("Second is better");
  expect(valueText("second")).toBe("second");
  expect(saidValue(answer({}), PREFERENCE_TYPE)).toBeUndefined();
});

test("Values are written as people say them", () => {
  expect([true, 3, "kind", "", ["a", "b"], [], { a: 1 }, undefined].map((value) => valueText(value))).toEqual(
    ["Yes", "3", "kind", "(empty)", "a, b", "None", '{"a":1}', "–"],
  );
});

test("The order of keys makes no difference", () => {
  expect(valueKey({ a: 1, b: { d: 2, c: 3 } })).toBe(valueKey({ b: { c: 3, d: 2 }, a: 1 }));
  expect(valueKey([1, 2])).not.toBe(valueKey([2, 1]));
});
