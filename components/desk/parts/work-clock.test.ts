import { expect, test } from "vitest";
import { isIdle, lookedAway, NEW_CLOCK, restarted, touched, turnedTo, workedOn } from "./work-clock.ts";

test("time on an item counts while it is shown", () => {
  const first = turnedTo(NEW_CLOCK, "a", 0);
  const second = turnedTo(touched(first, 20_000), "b", 30_000);
  expect(workedOn(second, "a", 90_000)).toBe(30_000);
  expect(workedOn(second, "b", 42_000)).toBe(12_000);
});

test("a minute after the last input the clock stops, and new input starts it again", () => {
  const clock = turnedTo(NEW_CLOCK, "a", 0);
  expect(workedOn(clock, "a", 600_000)).toBe(60_000);
  expect([isIdle(clock, 59_999), isIdle(clock, 60_000)]).toEqual([false, true]);
  const back = touched(clock, 600_000);
  expect(workedOn(back, "a", 605_000)).toBe(65_000);
});

test("out of sight nothing counts", () => {
  const away = lookedAway(turnedTo(NEW_CLOCK, "a", 0), 5_000);
  expect(workedOn(away, "a", 50_000)).toBe(5_000);
  expect(workedOn(touched(away, 50_000), "a", 51_000)).toBe(6_000);
});

test("time sent with an answer is not sent again", () => {
  const clock = restarted(turnedTo(turnedTo(NEW_CLOCK, "a", 0), "b", 5_000), "a");
  expect(workedOn(turnedTo(clock, "a", 9_000), "a", 10_000)).toBe(1_000);
});
