import { expect, test } from "vitest";
import { findValueFaults, requireFitSchema } from "./check-schema.ts";
import { isCheapSchema } from "./is-cheap-schema.ts";

const isCheap = (schema: unknown) => isCheapSchema(schema, JSON.stringify(schema));

test.each([
  {},
  { type: "boolean" },
  { type: "string", enum: ["a", "b"], title: "Choice", description: "pattern" },
  { type: "integer", minimum: 1, maximum: 5 },
  { type: "array", items: { enum: ["a"] }, maxItems: 3 },
  { type: "object", properties: { pattern: { type: "string" } }, additionalProperties: false },
  { anyOf: [{ type: "null" }, { type: "string", maxLength: 10 }] },
])("people's schemas need no thread: %j", (schema) => expect(isCheap(schema)).toBe(true));

test.each([
  { pattern: "^a" },
  { properties: { a: { pattern: "^a" } } },
  { $ref: "#" },
  { uniqueItems: true },
  { format: "email" },
  { anyOf: [{ patternProperties: { "^a": {} } }] },
  { enum: Array.from({ length: 1_000 }, (_, n) => `${n}`.padStart(1_000)) },
  { "keyword of tomorrow": 1 },
])("schemas that may cost much do, or are unknown: %#", (schema) => expect(isCheap(schema)).toBe(false));

test.each(["^(a+)+$", "(x+x+)+y", "^id-([a-z]+)*$", "^(\\w+\\s?)*$", "(.*)(.*)(.*)(.*)z"])(
  "the pattern %s is refused when the spec is made",
  (pattern) =>
    expect(requireFitSchema({ properties: { a: { pattern } } })).rejects.toThrow("repetitions inside"),
);

test.each([
  "^[A-Z]{2}-\\d{4}$",
  "^\\d{4}-\\d{2}-\\d{2}$",
  "^[^@\\s]+@[^@\\s]+\\.[a-z]+$",
  "^(yes|no|maybe)( [a-z]+)*$",
  "^\\p{L}[\\p{L} .'-]*$",
  "^https?://\\S+$",
])("the pattern %s is an honest one", (pattern) =>
  expect(requireFitSchema({ type: "string", pattern })).resolves.toBeUndefined(),
);

test("values are held against a schema in the thread as they are without it, however many there are", async () => {
  const values = Array.from({ length: 1_000 }, (_, n) => (n % 2 ? `A${n}` : n));
  const byThread = await findValueFaults({ type: "string", pattern: "^A" }, values);
  expect(byThread.filter((fault) => fault === null)).toHaveLength(500);
  expect(byThread[0]).toBe("must be string");
  expect(await findValueFaults({ type: "string" }, values)).toEqual(byThread);
  expect(await findValueFaults({ items: { pattern: "^A" } }, [["A", "B"]])).toEqual([
    'at /1 must match pattern "^A"',
  ]);
});

test("a value that takes too long is refused, others are answered in the meantime, and the next one is judged", async () => {
  // No text that is tried when a spec is made shows what this one does.
  const schema = { pattern: "^([^x]+)+$" };
  await requireFitSchema(schema);
  const order: string[] = [];
  const slow = findValueFaults(schema, [`${"a".repeat(60)}x`]).catch((error: Error) => {
    order.push("slow");
    return error.message;
  });
  setTimeout(() => order.push("other turn"), 0);
  expect(await slow).toContain("simplify the schemas");
  expect(order).toEqual(["other turn", "slow"]);
  expect(await findValueFaults(schema, ["aaa"])).toEqual([null]);
});
