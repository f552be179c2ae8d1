import { expect, test } from "vitest";
import { usualLearningRate } from "./usual-rates.ts";

const MINI = 2_226_560;

test("spindle-mini, and what is smaller, gets the rates that were measured with it", () => {
  for (const parameters of [MINI, 1_000])
    expect(
      (["sft", "rl", "preference"] as const).map((kind) => [
        usualLearningRate(kind, { mode: "lora", parameters }),
        usualLearningRate(kind, { mode: "full", parameters }),
      ]),
    ).toEqual([
      [1e-3, 3e-4],
      [3e-4, 5e-5],
      [2e-4, 5e-5],
    ]);
});

test("larger models get smaller rates, near those that are published for their sizes, and one of unknown size those of a billion", () => {
  const sft = (parameters: number | null) => [
    usualLearningRate("sft", { mode: "lora", parameters }),
    usualLearningRate("sft", { mode: "full", parameters }),
  ];
  expect([sft(124e6), sft(1e9), sft(8e9), sft(null)]).toEqual([
    [3e-4, 4e-5],
    [1e-4, 1e-5],
    [7e-5, 5e-6],
    [1e-4, 1e-5],
  ]);
});
