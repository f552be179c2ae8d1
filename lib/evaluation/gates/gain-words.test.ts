import { expect, test } from "vitest";
import { gainWords } from "./gain-words.ts";

const gain = (value: number, low: number) => ({ value, low, n: 10, method: "paired_bootstrap" as const });

test("a gain is said in the unit of its metric, with its lower end, its rows and its method", () => {
  expect(gainWords(gain(-0.5, -0.9), "share", 0)).toBe(
    "gained −50 points (at least −90, n 10, paired bootstrap), must gain more than 0",
  );
  expect(gainWords(gain(0.1234, 0.0512), "share", 0.02)).toBe(
    "gained 12.3 points (at least 5.12, n 10, paired bootstrap), must gain more than 2 points",
  );
  expect(gainWords(gain(0, -0.01), "nats", -0.05)).toBe(
    "gained 0 (at least −0.01, n 10, paired bootstrap), may lose less than 0.05 nats",
  );
});
