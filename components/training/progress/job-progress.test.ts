import { expect, test } from "vitest";
import { stepsText } from "./job-progress.tsx";

test("figures stand in full as long as they fit into their column, and rounded beyond", () => {
  expect(stepsText(165, 3_000)).toBe("165/3,000");
  expect(stepsText(8_000, 8_000)).toBe("8,000/8,000");
  expect(stepsText(12_345, 100_000)).toBe("12.3K/100K");
  expect(stepsText(1_000_000, 1_000_000)).toBe("1M/1M");
});
