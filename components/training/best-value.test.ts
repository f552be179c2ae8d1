import { expect, test } from "vitest";
import { bestOf } from "./best-value.ts";

const metrics = (name: string) => ({
  stepsPerPoint: 1,
  series: [{ name, points: [], least: { step: 3, value: 0.5 }, greatest: { step: 1, value: 2 } }],
  times: [],
});
const step = (number: number, values: Record<string, number>) => ({
  step: number,
  metrics: values,
  at: new Date(0),
});

test("the best loss is the least and the best reward the greatest, and the stream may better it", () => {
  expect(bestOf("sft", metrics("loss"), [])).toEqual({ name: "loss", value: 0.5, step: 3 });
  expect(bestOf("rl", metrics("reward"), [])).toEqual({ name: "reward", value: 2, step: 1 });
  expect(bestOf("sft", metrics("loss"), [step(4, { loss: 0.4 }), step(5, { loss: 0.6 })])).toEqual({
    name: "loss",
    value: 0.4,
    step: 4,
  });
  expect(bestOf("sft", undefined, [step(1, { reward: 1 })])).toBeNull();
});
