import { expect, test } from "vitest";
import { refEdges } from "./ref-edges.ts";

const BASE = "weave:///acme/bot/object/set:d1";

test.each([
  [BASE, []],
  [
    `${BASE}/attr/rows/id/r1`,
    [
      { kind: "member", name: "rows" },
      { kind: "row", digest: "r1" },
    ],
  ],
  [
    `${BASE}/key/a%20b%2Fc/index/3`,
    [
      { kind: "member", name: "a b/c" },
      { kind: "index", index: 3 },
    ],
  ],
  ["trace:///acme/bot/call/0190", []],
])("%s leads along its steps", (text, edges) => {
  expect(refEdges(text)).toEqual(edges);
});

test.each(["/attr", "/attr/", "/index/-1", "/index/x", "/index/1e3", "/nothing/x", "/attr/%zz", "//"])(
  "%s after a reference is not a path",
  (path) => {
    expect(refEdges(BASE + path)).toBeNull();
  },
);
