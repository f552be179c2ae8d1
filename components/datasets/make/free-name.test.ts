import { expect, test } from "vitest";
import { freeName } from "./free-name.ts";

test("a name that another dataset has gets the first number that is free", () => {
  expect(freeName("tone", [])).toBe("tone");
  expect(freeName("tone", ["tone-2"])).toBe("tone");
  expect(freeName("tone", ["tone"])).toBe("tone-2");
  expect(freeName("tone", ["tone", "tone-2", "tone-4"])).toBe("tone-3");
  const long = "a".repeat(128);
  expect(freeName(long, [long])).toBe(`${"a".repeat(126)}-2`);
});
