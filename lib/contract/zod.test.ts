import { expect, test } from "vitest";
import * as mini from "zod/mini";
import * as z from "./zod.ts";

/** The same schema, made of `zod/mini` and of what the contract has in its place. */
const pairs: [string, mini.ZodMiniType, z.Schema][] = [
  ["a text", mini.string(), z.string()],
  ["a text of some length", mini.string().check(mini.minLength(2), mini.maxLength(3)), bounded(z.string())],
  ["a text of a form", mini.string().check(mini.regex(/^a/)), z.string().check(z.regex(/^a/))],
  ["anything", mini.unknown(), z.unknown()],
  ["a list", mini.array(mini.string()), z.array(z.string())],
  ["a list of some length", mini.array(mini.unknown()).check(mini.minLength(2)), twoOrMore(z.unknown())],
  ["null or a text", mini.nullable(mini.string()), z.nullable(z.string())],
  ["perhaps a text", mini.nullish(mini.string()), z.nullish(z.string())],
  [
    "an object",
    mini.object({ a: mini.string(), b: mini.optional(mini.array(mini.string())) }),
    z.object({ a: z.string(), b: z.optional(z.array(z.string())) }),
  ],
  ["what a rule holds of", mini.custom(isShort, fault()), z.custom(isShort, fault())],
  [
    "a text that a rule holds of",
    mini.string().check(mini.refine(isShort, fault())),
    z.string().check(z.refine(isShort, fault())),
  ],
  [
    "a text that stands for its length",
    mini.codec(mini.string(), mini.custom<number>(), ways()),
    z.codec(z.string(), z.custom<number>(), ways()),
  ],
];

const VALUES = [
  "",
  "a",
  "ab",
  "abcd",
  3,
  null,
  undefined,
  [],
  ["a"],
  ["a", 2, "b"],
  {},
  { a: "x", b: ["y"] },
];

test.each(pairs)("%s is read as zod/mini reads it, with the same faults", (_, ofMini, own) => {
  for (const value of VALUES) {
    const [read, expected] = [z.safeDecode(own, value), mini.safeDecode(ofMini, value)];
    expect(read.data).toEqual(expected.data);
    expect(read.error?.issues).toEqual(expected.error?.issues);
  }
});

test("a codec writes what its way back gives, and refuses what cannot be written", () => {
  const length = z.codec(z.string(), z.custom<number>(), ways());
  expect(z.encode(length, 3)).toBe("xxx");
  const nothing = z.codec(z.string(), z.custom<number>(), { ...ways(), encode: () => 7 });
  expect(() => z.encode(nothing, 3)).toThrow();
});

function bounded(schema: z.Schema<string>) {
  return schema.check(z.minLength(2), z.maxLength(3));
}

function twoOrMore(schema: z.Schema) {
  return z.array(schema).check(z.minLength(2));
}

function isShort(value: unknown): boolean {
  return String(value).length < 3;
}

function fault() {
  return { params: { fault: { type: "value_error", text: "too long" } }, path: ["at"] };
}

function ways() {
  return { decode: (text: string) => text.length, encode: (length: number) => "x".repeat(length) };
}
