import { expect, test } from "vitest";
import { burnUpShape } from "./burn-up-shape.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const NO_FORECAST = { early: null, middle: null, late: null, answersPerHour: null };
const FROM_MIDNIGHT = { unit: "answer" as const, bucketSeconds: 3600, begunAt: at(0), firstAnswerAt: at(0) };

test("A queue whose answers all came in one stretch still shows how they grew", () => {
  const shape = burnUpShape({
    ...FROM_MIDNIGHT,
    points: [{ at: at(1), given: 4, wanted: 8 }],
    forecast: NO_FORECAST,
  });
  expect(shape?.given.map(({ y }) => y)).toEqual([1, 1, 0.5]);
  expect(shape?.from).toEqual(at(0));
});

test("The chart begins with the queue, and nothing rises before the first answer", () => {
  const shape = burnUpShape({
    ...FROM_MIDNIGHT,
    begunAt: at(3),
    firstAnswerAt: at(5),
    points: [
      { at: at(4), given: 0, wanted: 8 },
      { at: at(7), given: 4, wanted: 8 },
    ],
    forecast: NO_FORECAST,
  });
  expect(shape?.from).toEqual(at(3));
  expect(shape?.given.map(({ x, y }) => [Number(x.toFixed(2)), y])).toEqual([
    [0, 1],
    [0.25, 1],
    [0.5, 1],
    [1, 0.5],
  ]);
});

test("A queue in which nothing has happened has no shape", () => {
  expect(burnUpShape({ ...FROM_MIDNIGHT, points: [], forecast: NO_FORECAST })).toBeNull();
});

test("The counts run from the first moment to the last, and the greatest count stands at the top", () => {
  const shape = burnUpShape({
    ...FROM_MIDNIGHT,
    points: [
      { at: at(1), given: 5, wanted: 10 },
      { at: at(2), given: 10, wanted: 10 },
    ],
    forecast: NO_FORECAST,
  });
  expect(shape?.given[0]).toEqual({ x: 0, y: 1 });
  expect(shape?.given[2]?.x).toBeCloseTo(0.5);
  expect(shape?.given[2]?.y).toBe(0.5);
  expect(shape?.given[3]?.x).toBeCloseTo(1);
  expect(shape?.given[3]?.y).toBe(0);
  expect(shape?.band).toBeNull();
  expect(shape?.middle).toBeNull();
});

test("The forecast reaches what is wanted at the early, the middle and the late end", () => {
  const shape = burnUpShape({
    ...FROM_MIDNIGHT,
    points: [{ at: at(4), given: 5, wanted: 10 }],
    forecast: { early: at(6), middle: at(7), late: at(8), answersPerHour: 1.7 },
  });
  expect(shape?.to).toEqual(at(8));
  expect(shape?.band?.from).toEqual({ x: 0.5, y: 0.5 });
  expect(shape?.band?.early).toEqual({ x: 0.75, y: 0 });
  expect(shape?.band?.late).toEqual({ x: 1, y: 0 });
  expect(shape?.middle?.to).toEqual({ x: 7 / 8, y: 0 });
});

test("An end far away is cut where its straight way leaves the chart, so that the past stays readable", () => {
  const shape = burnUpShape({
    ...FROM_MIDNIGHT,
    points: [{ at: at(1), given: 2, wanted: 10 }],
    forecast: { early: at(3), middle: at(5), late: at(17), answersPerHour: 2 },
  });
  expect(shape?.to).toEqual(at(3));
  expect(shape?.band?.early).toEqual({ x: 1, y: 0 });
  // Two of the sixteen hours to the late end: an eighth of the eight answers that are missing.
  expect(shape?.band?.late.y).toBeCloseTo(1 - 3 / 10);
});
