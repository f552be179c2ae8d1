import { expect, test } from "vitest";
import { amountWords, barely, unitBefore } from "./amount-words.ts";

test("an amount is said in the unit of its metric, a share in points of percent", () => {
  expect(amountWords(0.02, unitBefore("exact_match"))).toBe("2 points");
  expect(amountWords(0.05, unitBefore("nll"))).toBe("0.05 nats");
  expect(amountWords(-80, unitBefore("latency_ms"))).toBe("−80 ms");
  expect(amountWords(0, "share")).toBe("0");
  expect(barely(-0.12345, "share")).toBe("−12.3");
});

test("graders have the names that people gave them, and any scale", () => {
  expect(amountWords(0.5, unitBefore("constructor"))).toBe("0.5");
});
