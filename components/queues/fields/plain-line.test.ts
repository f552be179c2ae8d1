import { expect, test } from "vitest";
import { plainLine } from "./plain-line.ts";

test("The first line that says something stands for the guidelines, without its marks", () => {
  expect(plainLine("\n\n# How to *judge*\nThen more")).toBe("How to judge");
  expect(plainLine("- Is the **answer** `right`? [Policy](https://example.com/a)")).toBe(
    "Is the answer right? Policy",
  );
});

test("Signs that mark nothing stay", () => {
  expect(plainLine("snake_case and 2 * 3")).toBe("snake_case and 2 * 3");
});

test("Guidelines that say nothing have no line", () => {
  expect(plainLine(" \n---\n")).toBe("");
});
