import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

test("the canonical form sorts keys at every depth, spaces separators and escapes what is not ASCII", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "é😀" }], a: true })).toBe(
    '{"a": true, "b": [1, {"c": "\\u00e9\\ud83d\\ude00", "d": null}]}',
  );
});
