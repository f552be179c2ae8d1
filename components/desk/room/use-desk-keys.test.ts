import { expect, test } from "vitest";
import { positionOf } from "./use-desk-keys.ts";

const key = (name: string, changes: object = {}) => ({
  key: name,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
});

test("digits mean options 1 to 10, and with Shift 11 to 20, whatever character that writes", () => {
  expect([key("1"), key("9"), key("0")].map(positionOf)).toEqual([1, 9, 10]);
  const shifted = [
    key("!", { code: "Digit1", shiftKey: true }),
    key("=", { code: "Digit0", shiftKey: true }),
  ];
  expect(shifted.map(positionOf)).toEqual([11, 20]);
});

test("a keyboard that writes digits with Shift writes digits", () => {
  expect(positionOf(key("3", { code: "Digit3", shiftKey: true }))).toBe(3);
});

test("the browser's keys and other characters are no digits", () => {
  expect(
    [key("1", { ctrlKey: true }), key("1", { altKey: true }), key("!"), key("a")].map(positionOf),
  ).toEqual([null, null, null, null]);
});
