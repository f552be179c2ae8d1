import { expect, test } from "vitest";
import { canonicalJson, objectDigest } from "./object-digest.ts";

test("the canonical form sorts keys at every depth, spaces separators and escapes what is not ASCII", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "é😀" }], a: true })).toBe(
    '{"a": true, "b": [1, {"c": "\\u00e9\\ud83d\\ude00", "d": null}]}',
  );
});

test("a digest is 43 letters and digits, and depends on the value alone", () => {
  const digest = objectDigest({ a: 1, b: 2 });
  expect(digest).toMatch(/^[A-Za-z0-9]{43}$/);
  expect(objectDigest({ b: 2, a: 1 })).toBe(digest);
  expect(objectDigest({ b: 2, a: "1" })).not.toBe(digest);
});
