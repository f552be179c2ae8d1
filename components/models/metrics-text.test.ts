import { expect, test } from "vitest";
import { metricsText } from "./metrics-text.ts";

const METRICS = { num_tokens: 120, grad_norm: 1.23456, loss: 0.4201, reward: 0.8 };

test("loss and reward come first, and what has no room is counted", () => {
  expect(metricsText(METRICS)).toBe("loss 0.4201 · reward 0.8 · grad norm 1.235 · 1 more");
  expect(metricsText(METRICS, Number.POSITIVE_INFINITY)).toBe(
    "loss 0.4201 · reward 0.8 · grad norm 1.235 · num tokens 120",
  );
});

test("a checkpoint that no job made has none", () => {
  expect(metricsText({})).toBe("–");
});
