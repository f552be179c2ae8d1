import { expect, test } from "vitest";
import { leftWords } from "./left-words.ts";

const READ = { readAt: 10_000, now: new Date(10_000) };

test("an estimate says no seconds beside many minutes, and between what it is", () => {
  expect(leftWords({ estimate: 1_030, low: 700, high: 2_000 }, READ)).toEqual({
    about: "about 17 min",
    range: "12 min–33 min",
  });
  expect(leftWords({ estimate: 90, low: 90, high: 90 }, READ)).toEqual({
    about: "about 1 min 30 s",
    range: "",
  });
});

test("between two readings time passes, and never is nothing left", () => {
  const now = new Date(40_000);
  expect(leftWords({ estimate: 50, low: 20, high: 60 }, { readAt: 10_000, now })).toEqual({
    about: "about 20 s",
    range: "1 s–30 s",
  });
});
