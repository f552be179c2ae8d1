import { expect, test } from "vitest";
import { rateShare } from "./rate-schedule.ts";

const shares = (schedule: "constant" | "linear" | "cosine", warmupRatio = 0, steps = 4) =>
  Array.from({ length: steps }, (_, at) =>
    Number(rateShare(at + 1, steps, { schedule, warmupRatio }).toFixed(4)),
  );

test("a rate stays, falls evenly or falls along half a cosine, and never reaches 0", () => {
  expect(shares("constant")).toEqual([1, 1, 1, 1]);
  expect(shares("linear")).toEqual([1, 0.75, 0.5, 0.25]);
  expect(shares("cosine")).toEqual([1, 0.8536, 0.5, 0.1464]);
  expect(shares("linear", 0, 1)).toEqual([1]);
});

test("the warm-up rises to the whole rate, which the rest of the job begins with", () => {
  expect(shares("constant", 0.5)).toEqual([0.5, 1, 1, 1]);
  expect(shares("linear", 0.5)).toEqual([0.5, 1, 1, 0.5]);
  expect(shares("cosine", 1, 2)).toEqual([0.5, 1]);
});
