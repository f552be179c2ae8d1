import { expect, test } from "vitest";
import { findValueFaults, requireFitSchema } from "./check-schema.ts";
import { isCheapSchema } from "./is-cheap-schema.ts";

const PLACE = ["body", "schema"];

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
    expect(requireFitSchema({ properties: { a: { pattern } } }, PLACE)).rejects.toThrow("repetitions inside"),
);

test.each([
  "^[A-Z]{2}-\\d{4}$",
  "^\\d{4}-\\d{2}-\\d{2}$",
  "^[^@\\s]+@[^@\\s]+\\.[a-z]+$",
  "^(yes|no|maybe)( [a-z]+)*$",
  "^\\p{L}[\\p{L} .'-]*$",
  "^https?://\\S+$",
])("the pattern %s is an honest one", (pattern) =>
  expect(requireFitSchema({ type: "string", pattern }, PLACE)).resolves.toBeUndefined(),
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
  await requireFitSchema(schema, PLACE);
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

const TOO_SHORT_OF_TIME = ".".repeat(8_000);

test.each([
  [{ properties: { a: { pattern: TOO_SHORT_OF_TIME } } }, "body.schema.properties.a.pattern"],
  [{ allOf: [{ pattern: ".".repeat(50_000) }] }, "body.schema.allOf.0.pattern"],
  [{ pattern: "a".repeat(500_000) }, "body.schema.pattern"],
  [{ patternProperties: { [TOO_SHORT_OF_TIME]: true } }, "body.schema.patternProperties"],
])(
  "a pattern that no text can be held against in time is refused at its place: %#",
  async (schema, place) => {
    const refusal = await requireFitSchema(schema, PLACE).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: "InvalidRequest", message: expect.stringContaining("too long") });
    expect(refusal).toMatchObject({ message: expect.stringMatching(new RegExp(`^${place}: `)) });
  },
);

test("what looks like a pattern and is none is no fault of a schema", () =>
  expect(requireFitSchema({ const: { pattern: "(" }, uniqueItems: true }, PLACE)).resolves.toBeUndefined());

test("whatever the thread throws is a fault of the schema", () =>
  expect(findValueFaults({ pattern: ".".repeat(50_000) }, ["a"])).rejects.toThrow("too long"));

const ENDLESS = [
  { $ref: "#" },
  { allOf: [{ $ref: "#" }] },
  { $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }, { type: "string" }] } }, $ref: "#/$defs/a" },
  {
    properties: { a: { $ref: "#/$defs/b~1c" } },
    $defs: { "b/c": { not: { $ref: "#/$defs/d" } }, d: { $ref: "#/$defs/b~1c" } },
  },
  { items: { $anchor: "here", if: { $ref: "#here" } } },
  { $id: "https://example.org/a", oneOf: [{ $ref: "a" }] },
];

test.each(ENDLESS)("a schema that refers to itself endlessly is refused: %j", async (schema) => {
  await expect(requireFitSchema(schema, PLACE)).rejects.toThrow("endlessly");
  await expect(findValueFaults(schema, [{ a: 1 }])).rejects.toThrow("endlessly");
});

test.each([
  { properties: { children: { items: { $ref: "#" } } } },
  { $defs: { tree: { properties: { next: { $ref: "#/$defs/tree" } } } }, allOf: [{ $ref: "#/$defs/tree" }] },
  { const: { $ref: "#" }, uniqueItems: true },
  {
    properties: { $ref: { $ref: "#/$defs/a" } },
    $defs: { a: { $dynamicAnchor: "a", items: { $dynamicRef: "#a" } } },
  },
  { $ref: "#/$defs/a", $defs: { a: { $id: "https://example.org/b", items: { $ref: "#" } } } },
])("a schema whose values end refers to itself as it likes: %j", async (schema) => {
  await requireFitSchema(schema, PLACE);
  expect(await findValueFaults(schema, [{ children: [{ children: [{}] }] }])).toHaveLength(1);
});

test("a tree is held against the schema of a tree", async () => {
  const schema = { type: "object", properties: { children: { items: { $ref: "#" } } } };
  await requireFitSchema(schema, PLACE);
  const values = [{ children: [{ children: [] }] }, { children: [{ children: [5] }] }];
  expect(await findValueFaults(schema, values)).toEqual([null, "at /children/0/children/0 must be object"]);
});
