import { expect, test } from "vitest";
import { objectDigest } from "./object-digest.ts";

test("a digest is 43 letters and digits, and depends on the value alone", () => {
  const digest = objectDigest({ a: 1, b: 2 });
  expect(digest).toMatch(/^[A-Za-z0-9]{43}$/);
  expect(objectDigest({ b: 2, a: 1 })).toBe(digest);
  expect(objectDigest({ b: 2, a: "1" })).not.toBe(digest);
});
