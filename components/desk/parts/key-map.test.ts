import { expect, test } from "vitest";
import { conflictOf, DESK_ACTS, keyOf, keysOfMode, refusalOf } from "./key-map.ts";

test.each(["single", "pairwise"] as const)("no key does two things where items are %s", (mode) => {
  const keys = keysOfMode(mode, {}).map((one) => one.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test("the usual keys are those of the map, and none of them would be refused", () => {
  const single = Object.fromEntries(keysOfMode("single", {}).map(({ keys, act }) => [keys, act]));
  expect(single).toMatchObject({
    enter: "submit",
    "mod+enter": "submitAnywhere",
    s: "skip",
    x: "flag",
    z: "undo",
    j: "forward",
    arrowright: "forward",
    k: "back",
    arrowleft: "back",
    e: "correction",
    d: "diff",
    c: "note",
    m: "view",
    f: "whole",
    t: "thread",
    n: "toolCall",
    "!": "error",
    "/": "find",
    i: "guidelines",
    "[": "rail",
    "]": "form",
    y: "yields",
    p: "pause",
  });
  expect(
    DESK_ACTS.map((act) => [act, refusalOf(act, keyOf(act, {}))]).filter(([, why]) => why !== null),
  ).toEqual([]);
});

test("where pairs are compared, the arrows and E belong to the verdict", () => {
  const pairs = Object.fromEntries(keysOfMode("pairwise", {}).map(({ keys, act }) => [keys, act]));
  expect(pairs).toMatchObject({
    a: "pairLeft",
    arrowleft: "pairLeft",
    b: "pairRight",
    arrowright: "pairRight",
    "=": "pairTie",
    e: "pairTie",
    "0": "pairBothBad",
    j: "forward",
    l: "pairScroll",
  });
  expect(Object.values(pairs)).not.toContain("correction");
});

test("a chosen key takes the place of the usual one, and an empty one is none", () => {
  const keys = keysOfMode("single", { skip: "q", undo: "" });
  expect(keys).toContainEqual({ act: "skip", keys: "q", isMain: true });
  expect(keys.some((one) => one.keys === "s" || one.act === "undo")).toBe(false);
});

test("a key that another action has is reported, unless the two are never active together", () => {
  expect(conflictOf("skip", "z", {})).toBe("undo");
  expect(conflictOf("skip", "s", {})).toBeNull();
  expect(conflictOf("skip", "z", { undo: "u" })).toBeNull();
  expect(conflictOf("correction", "b", {})).toBeNull();
  expect(conflictOf("note", "b", {})).toBe("pairRight");
});

test.each(["mod+l", "alt+arrowleft", "f5", "tab", "escape", "g", "?", "1", "shift", "mod+enter"])(
  "%s cannot be chosen",
  (keys) => {
    expect(refusalOf("skip", keys)).not.toBeNull();
  },
);

test.each(["q", "shift+q", ",", "arrowup", "backspace"])("%s can be chosen", (keys) => {
  expect(refusalOf("skip", keys)).toBeNull();
});
