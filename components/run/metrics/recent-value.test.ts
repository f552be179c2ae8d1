import { expect, test } from "vitest";
import { recentOf, recentText } from "./recent-value.ts";

const metrics = (name: string, values: readonly number[]) => {
  const recent = values.map((value, i) => ({ step: i + 1, value }));
  const extreme = { step: 1, value: 0 };
  return {
    stepsPerPoint: 1,
    series: [{ name, points: [], least: extreme, greatest: extreme, recent }],
    times: [],
  };
};
const step = (number: number, values: Record<string, number>) => ({
  step: number,
  metrics: values,
  at: new Date(0),
});

test("what a job came to is the mean of the last tenth of its steps, read or come since, each once", () => {
  const read = metrics(
    "loss",
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  expect(recentOf("sft", read, [])).toEqual({ name: "loss", value: 19.5, steps: 2, ofSteps: 20 });
  const since = [20, 21, 22].map((n) => step(n, { loss: n }));
  expect(recentOf("sft", read, since)).toEqual({ name: "loss", value: 21, steps: 3, ofSteps: 22 });
  const long = [...Array(400).keys()].map((n) => step(n + 1, { loss: n + 1 }));
  expect(recentOf("sft", undefined, long)).toEqual({ name: "loss", value: 390.5, steps: 20, ofSteps: 400 });
  const short = { name: "reward", value: 1, steps: 1, ofSteps: 2 };
  expect(recentOf("rl", metrics("reward", [0, 1]), [])).toEqual(short);
  expect(recentOf("sft", undefined, [step(1, { reward: 1 })])).toBeNull();
});

test("it is said of how many steps it is the mean", () => {
  const textOf = (values: readonly number[]) => {
    const recent = recentOf("sft", metrics("loss", values), []);
    return recent && recentText(recent);
  };
  expect(textOf([3])).toBe("Loss of the only step");
  expect(textOf([1, 2, 3])).toBe("Loss of the last step");
  expect(textOf(Array(11).fill(1))).toBe("Loss, the mean of the last 2 steps");
});
