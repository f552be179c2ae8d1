import { expect, test } from "vitest";
import { speedText } from "./reply-speed.ts";

test.each([
  [{ firstMs: 100, totalMs: 1100 }, 32, "31 tokens/s · first after 100 ms"],
  [{ firstMs: 1500, totalMs: 3500 }, 4, "1.5 tokens/s · first after 1.5 s"],
  [{ firstMs: 100, totalMs: 1100 }, null, "first after 100 ms"],
  [{ firstMs: 100, totalMs: 100.2 }, 9, "first after 100 ms"],
  [{ firstMs: 100, totalMs: 120 }, 1, "first after 100 ms"],
  [{ firstMs: null, totalMs: 120 }, null, ""],
])("%j with %s tokens reads “%s”", (timing, tokens, text) => {
  expect(speedText(timing, tokens)).toBe(text);
});
