import { expect, test } from "vitest";
import { forecastTurns, type Turning } from "./forecast-turns.ts";

const job = (left: number | null, model = crypto.randomUUID()): Turning => ({ model, left });
const ASKED = { turn: 60, spent: 20 };

test("a job that is alone runs to its end without a break", () => {
  expect(forecastTurns([job(1000)], ASKED)).toEqual([{ begins: 0, ends: 1000 }]);
  expect(forecastTurns([job(null)], ASKED)).toEqual([{ begins: 0, ends: null }]);
  expect(forecastTurns([], ASKED)).toEqual([]);
});

test("a short job begins after what is left of the turn, and a long one ends later by what the short one took", () => {
  expect(forecastTurns([job(3600), job(10)], ASKED)).toEqual([
    { begins: 0, ends: 3610 },
    { begins: 40, ends: 50 },
  ]);
});

test("what nobody knows the length of takes whole turns, so that others begin then at the latest", () => {
  expect(forecastTurns([job(null), job(null), job(30)], ASKED)).toEqual([
    { begins: 0, ends: null },
    { begins: 40, ends: null },
    { begins: 100, ends: 130 },
  ]);
});

test("jobs of one model come one after the other, and make way for those of others", () => {
  expect(forecastTurns([job(100, "a"), job(50, "a"), job(70, "b")], ASKED)).toEqual([
    { begins: 0, ends: 160 },
    { begins: 160, ends: 210 },
    { begins: 40, ends: 220 },
  ]);
});

test("a job that ends within its turn is followed at once", () => {
  expect(forecastTurns([job(15), job(15), job(15)], ASKED).map(({ ends }) => ends)).toEqual([15, 30, 45]);
});
