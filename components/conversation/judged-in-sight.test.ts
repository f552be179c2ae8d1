import { expect, test } from "vitest";
import { openingScroll } from "./judged-in-sight.ts";

test("A call whose answer is in sight opens at its top", () => {
  expect(openingScroll({ top: 200, height: 300, viewHeight: 800 })).toBe(0);
  // Of one that is longer than the window, most of the window is enough.
  expect(openingScroll({ top: 300, height: 4_000, viewHeight: 800 })).toBe(0);
});

test("An answer below the window ends at its foot, with as much of what came before as there is room for", () => {
  expect(openingScroll({ top: 1_000, height: 120, viewHeight: 800 })).toBe(1_000 + 120 + 16 - 800);
});

test("Of an answer that is longer than the window the beginning is in sight", () => {
  const scrolled = openingScroll({ top: 1_000, height: 4_000, viewHeight: 300 });
  expect(1_000 - scrolled).toBe(300 * 0.4);
});
