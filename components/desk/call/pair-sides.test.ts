import { expect, test } from "vitest";
import { isSwapped, preferenceOf, type SeenVerdict, seenOf, verdictOf } from "./pair-sides.ts";

test("sides are shuffled by item and person, half of them each way, and kept on return", () => {
  const items = Array.from(
    { length: 2000 },
    (_, i) => `019a5b2f-11aa-7b52-8e44-${i.toString(16).padStart(12, "0")}`,
  );
  const mine = items.map((id) => isSwapped(id, "ida"));
  expect(items.map((id) => isSwapped(id, "ida"))).toEqual(mine);
  const swapped = mine.filter(Boolean).length;
  // Five standard deviations of a fair coin around the middle.
  expect(Math.abs(swapped - 1000)).toBeLessThan(112);
  const agreeing = items.filter((id, i) => isSwapped(id, "ben") === mine[i]).length;
  expect(Math.abs(agreeing - 1000)).toBeLessThan(112);
});

test.each([false, true])(
  "a verdict is that of the record, whether the sides were swapped (%s)",
  (swapped) => {
    const seen: SeenVerdict[] = ["left", "right", "tie", "both_bad"];
    for (const one of seen) expect(seenOf(verdictOf(one, swapped), swapped)).toBe(one);
    expect(verdictOf("left", swapped)).toBe(swapped ? "second" : "first");
  },
);

test("a tie is neither slight nor much", () => {
  expect(preferenceOf("tie", "much", false)).toEqual({ verdict: "tie", strength: null });
  expect(preferenceOf("right", "much", false)).toEqual({ verdict: "second", strength: "much" });
});
