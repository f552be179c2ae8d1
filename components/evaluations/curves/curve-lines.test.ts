import { expect, test } from "vitest";
import type { CurvePoint } from "#lib/contract/evaluation/evaluation-curves.ts";
import { curveLines, lossLines, stepsOf } from "./curve-lines.ts";

const point = (step: number, value: number | null, low: number | null, high: number | null): CurvePoint => ({
  step,
  runId: `r${step}`,
  version: 0,
  estimate: { value, low, high, n: 20, method: "wilson" },
  retracted: null,
});

test("the band of a line is its interval, and a gate is level over the same steps", () => {
  const points = [point(1, 0.5, 0.3, 0.7), point(4, 0.75, null, null)];
  const gates = [{ alias: "production", role: "target" as const, value: 0.6 }];
  const [measured, gate] = curveLines("Intents", { points, gates });
  expect(measured?.points).toEqual([
    { firstStep: 1, lastStep: 1, mean: 0.5, min: 0.3, max: 0.7 },
    { firstStep: 4, lastStep: 4, mean: 0.75, min: 0.75, max: 0.75 },
  ]);
  expect(gate?.label).toBe("production asks for");
  expect(gate?.points.map(({ firstStep, mean }) => [firstStep, mean])).toEqual([
    [1, 0.6],
    [4, 0.6],
  ]);
});

test("losses stand in the order of steps, those that no checkpoint has are left out", () => {
  const lines = lossLines([
    { step: 2, metrics: { loss: 1 } },
    { step: 0, metrics: {} },
    { step: 1, metrics: { loss: 2 } },
  ]);
  expect(lines.map(({ id, points }) => [id, points.map(({ mean }) => mean)])).toEqual([["loss", [2, 1]]]);
});

test("all charts show the same steps, once there are two", () => {
  expect(stepsOf([{ step: 4 }, { step: 0 }, { step: 2 }])).toEqual({ from: 0, to: 4 });
  expect(stepsOf([{ step: 4 }])).toBeNull();
});
