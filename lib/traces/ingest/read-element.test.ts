import { expect, test } from "vitest";
import { identifier, integer, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import { readElement } from "./read-element.internal.ts";

const Element = wireObject({ opName: identifier(4), count: integer({ min: 1 }), note: text() });

test("an element that fits is read", () => {
  expect(readElement(Element, { op_name: "a", count: 1, note: "" }, "")).toEqual({
    value: { opName: "a", count: 1, note: "" },
  });
});

test("the error of one that does not names each field, and says in words what is wrong with it", () => {
  expect(readElement(Element, { op_name: "abcde", count: 0 }, "req.start")).toEqual({
    error:
      "req.start.op_name: Too big: expected string to have <=4 characters; req.start.count: greater_than_equal 1; req.start.note: Invalid input: expected string, received undefined",
  });
  expect(readElement(Element, 7, "")).toEqual({ error: "Invalid input: expected object, received number" });
});
