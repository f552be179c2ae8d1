import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testSize } from "#lib/testing/test-size.ts";
import { jsonConstraint } from "./json.ts";
import { BYTE_TOKENS, drawFrom, randomReply, takes } from "./random-reply.ts";
import { UnsupportedSchema } from "./schema/unsupported-schema.ts";

type Schema = Readonly<Record<string, unknown>>;

const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, validateSchema: false });
addFormats.default(ajv);

const REPLIES = 8;

/** Draws replies, and says which of them does not fit; null where all do. Nothing is said of a schema that is refused. */
function misfit(schema: Schema | boolean, seed: number): string | null {
  const make = compiled(schema);
  if (!make) return null;
  const fits = ajv.compile(schema);
  const draw = drawFrom(seed);
  for (let count = 0; count < REPLIES; count++) {
    const text = randomReply(make(), draw);
    if (text !== null && !fits(JSON.parse(text))) return text;
  }
  return null;
}

function compiled(schema: Schema | boolean) {
  try {
    return jsonConstraint(schema, BYTE_TOKENS);
  } catch (error) {
    if (error instanceof UnsupportedSchema) return null;
    throw error;
  }
}

/** Whether a value is taken as it is usually written, where objects are open as the standard has them. */
function takesValue(schema: Schema | boolean, value: unknown): boolean {
  return takes(jsonConstraint(schema, BYTE_TOKENS, { closesObjects: false })(), JSON.stringify(value));
}

/** Made of two lists, because an object with `then` looks like a promise. */
function conditional(...schemas: readonly unknown[]): Schema {
  return Object.fromEntries(
    ["if", "then", "else"].map((keyword, index) => [keyword, schemas[index] ?? true]),
  );
}

const bound = fc.oneof(
  fc.integer({ min: -30, max: 30 }),
  fc.constantFrom(0.5, -2.25, 0.1, 1e-7, 123_456_789),
);
const numeric = fc.record(
  {
    type: fc.constantFrom("number", "integer"),
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: bound,
    exclusiveMaximum: bound,
    multipleOf: fc.constantFrom(1, 3, 7, 0.5, 0.25, 0.01, 12),
  },
  { requiredKeys: ["type"] },
);
const PATTERNS = [
  "^a",
  "b$",
  "^[a-c]{2,4}$",
  "\\d+",
  "^(foo|bar)",
  "é",
  "^\\S*$",
  '^[^"\\\\]+$',
  "x|^y$",
  ".*",
];
const FORMATS = [
  "date",
  "time",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "uuid",
  "json-pointer",
  "int32",
];
const textual = fc.record(
  {
    type: fc.constant("string"),
    minLength: fc.nat(4),
    maxLength: fc.integer({ min: 2, max: 8 }),
    pattern: fc.constantFrom(...PATTERNS),
  },
  { requiredKeys: ["type"] },
);
const formatted = fc.constantFrom(...FORMATS).map((format) => ({ type: "string", format }));
const KEYS = ["a", "ab", "b", "é"];

/** Schemas with all keywords that are held. */
const { schema: anySchema } = fc.letrec<{
  schema: Schema | boolean;
  leaf: Schema;
  array: Schema;
  object: Schema;
  logic: Schema;
}>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("leaf"),
    tie("array"),
    tie("object"),
    tie("logic"),
    fc.boolean(),
  ),
  leaf: fc.oneof(
    numeric,
    textual,
    formatted,
    fc.record({ enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3 }) }),
    fc.constantFrom<Schema[]>({ type: ["boolean", "null"] }, { type: ["string", "integer"], minLength: 1 }),
  ),
  array: fc.record(
    {
      type: fc.constant("array"),
      items: tie("schema"),
      prefixItems: fc.array(tie("schema"), { maxLength: 2 }),
      minItems: fc.nat(2),
      maxItems: fc.integer({ min: 1, max: 4 }),
      contains: tie("schema"),
      minContains: fc.nat(2),
      maxContains: fc.integer({ min: 1, max: 2 }),
      uniqueItems: fc.constant(true),
    },
    { requiredKeys: ["type"] },
  ),
  object: fc.record(
    {
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom(...KEYS), tie("schema"), { maxKeys: 3 }),
      required: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }),
      additionalProperties: tie("schema"),
      patternProperties: fc.dictionary(fc.constantFrom("^a", "b$"), tie("schema"), { maxKeys: 2 }),
      propertyNames: fc.constantFrom({ maxLength: 2 }, { pattern: "^[a-z]" }, { enum: ["a", "z"] }),
      minProperties: fc.nat(2),
      maxProperties: fc.integer({ min: 1, max: 3 }),
      dependentRequired: fc.constantFrom({ a: ["b"] }, { b: ["ab", "a"] }),
    },
    { requiredKeys: ["type"] },
  ),
  logic: fc.oneof(
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie("schema") }),
    fc.tuple(tie("schema"), tie("schema"), tie("schema")).map((three) => conditional(...three)),
    fc.tuple(tie("object"), tie("logic")).map(([object, logic]) => ({ ...object, ...logic })),
    fc.record({ dependentSchemas: fc.record({ a: tie("schema") }) }),
  ),
}));

test("whatever is drawn under a schema fits it, whatever the keywords and their company", () => {
  fc.assert(
    fc.property(anySchema, fc.nat(), (schema, seed) => {
      expect(misfit(schema, seed)).toBe(null);
    }),
    { seed: 21, numRuns: testSize({ usual: 700, whole: 3_000 }) },
  );
});

test.each(FORMATS)("texts of the format %s are of it for another checker", (format) => {
  for (let seed = 0; seed < 30; seed++) expect(misfit({ type: "string", format }, seed)).toBe(null);
});

test("numbers are held exactly by their bounds and steps, and all that JavaScript writes of them are taken", () => {
  fc.assert(
    fc.property(
      numeric,
      fc.oneof(fc.integer({ min: -40, max: 40 }), bound),
      fc.nat(),
      (schema, number, seed) => {
        expect(misfit(schema, seed)).toBe(null);
        const make = compiled(schema);
        const isWritten = !JSON.stringify(number).includes("e");
        if (make && isWritten)
          expect(takes(make(), JSON.stringify(number))).toBe(ajv.compile(schema)(number));
      },
    ),
    { seed: 22, numRuns: 1500 },
  );
});

test("a pattern takes just the texts in which the expression is found", () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", "b", "c", "é", "1", '"', "\\", "\n", "💩", "foo", "x", "y"),
  });
  fc.assert(
    fc.property(fc.constantFrom(...PATTERNS), texts, (pattern, text) => {
      expect(takesValue({ type: "string", pattern }, text)).toBe(new RegExp(pattern, "u").test(text));
    }),
    { seed: 23, numRuns: 2000 },
  );
});

describe("what is held", () => {
  test.each<[Schema, unknown[], unknown[]]>([
    [{ maxLength: 2 }, ["", "ab", "💩💩", 5], ["abc", "💩💩💩"]],
    [{ format: "uri", maxLength: 200 }, ["https://a.example/x"], [`https://a.example/${"x".repeat(200)}`]],
    [{ pattern: "^(abc)*$", maxLength: 5 }, ["", "abc"], ["abcabc", "ab"]],
    [{ minLength: 2, pattern: "^a*$" }, ["aa"], ["a", "ab"]],
    [{ pattern: "^(?=.*\\d)(?!0).{2,3}$" }, ["a1"], ["ab", "01", "a"]],
    [{ type: "integer", minimum: -3, maximum: 12 }, [-3, 0, 9, 12], [-4, 13, 1.5]],
    [{ type: "number", exclusiveMinimum: 0, maximum: 0.3 }, [0.1, 0.3], [0, -1, 0.31, 2]],
    [{ type: "integer", multipleOf: 25 }, [0, 50, -75], [1, 26]],
    [{ prefixItems: [{ const: 1 }], items: { type: "string" } }, [[], [1], [1, "a"]], [["a"], [1, 2]]],
    [
      { contains: { const: 1 }, minContains: 2, maxContains: 2, maxItems: 3 },
      [
        [1, 1],
        [1, 0, 1],
      ],
      [[1], [1, 1, 1]],
    ],
    [
      { type: "array", items: { enum: [1, 2] }, uniqueItems: true, minItems: 2 },
      [
        [1, 2],
        [2, 1],
      ],
      [[1], [1, 1]],
    ],
    [
      { type: "array", items: { type: "string" }, uniqueItems: true },
      [[], ["a", "b", "ab", ""], ['a"', "a\\", "a", "\n"]],
      [["a", "a"], ["", "b", ""], ['a"', 'a"'], [1]],
    ],
    [{ oneOf: [{ minimum: 5 }, { maximum: 10 }], type: "integer" }, [4, 11], [5, 7, 10]],
    [{ oneOf: [{ type: "string" }, { type: "integer" }] }, ["a", 1], [null, 1.5]],
    [
      { allOf: [{ properties: { a: { minimum: 1 } } }, { properties: { a: { maximum: 2 } } }] },
      [{ a: 1 }],
      [{ a: 3 }],
    ],
    [{ not: { enum: ["a", 1, null] } }, ["b", 2, 10, true], ["a", 1, null]],
    [{ not: { required: ["a"] }, type: "object" }, [{}, { b: 1 }], [{ a: 1 }]],
    [
      conditional({ properties: { k: { const: 1 } }, required: ["k"] }, { required: ["x"] }),
      [{ k: 2 }, { k: 1, x: 0 }, {}],
      [{ k: 1 }],
    ],
    [
      { patternProperties: { "^x": { type: "integer" } }, additionalProperties: false },
      [{ x1: 1 }, {}],
      [{ x: "a" }, { y: 1 }],
    ],
    [{ type: "object", propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
    [{ type: "object", dependentRequired: { a: ["b"] } }, [{}, { b: 1 }, { a: 1, b: 2 }], [{ a: 1 }]],
    [{ type: "object", minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 1 }]],
    [
      { properties: { a: { $ref: "#" }, v: { type: "integer" } }, required: ["v"] },
      [{ v: 1, a: { v: 2 } }],
      [{ a: {} }],
    ],
    [{ $defs: { n: { $anchor: "n", type: "integer" } }, $ref: "#n", minimum: 3 }, [3], [2, "a"]],
  ])("%j takes what fits and nothing else", (schema, fitting, others) => {
    for (const value of fitting) expect([value, takesValue(schema, value)]).toEqual([value, true]);
    for (const value of others) expect([value, takesValue(schema, value)]).toEqual([value, false]);
  });
});

test("an object whose schema names properties has no others, unless the schema speaks of them", () => {
  const schema = { type: "object", properties: { a: { type: "integer" } } };
  const closed = (one: Schema, text: string) => takes(jsonConstraint(one, BYTE_TOKENS)(), text);
  expect(closed(schema, '{"a":1}')).toBe(true);
  expect(closed(schema, '{"b":1}')).toBe(false);
  expect(closed({ ...schema, additionalProperties: true }, '{"b":1}')).toBe(true);
  expect(closed({ allOf: [schema, { properties: { b: {} } }] }, '{"a":1,"b":2}')).toBe(true);
  expect(closed({ type: "object" }, '{"b":1}')).toBe(true);
});

test("an array of many items of which some must be of a kind is refused with its bound", () => {
  const schema = { type: "array", contains: { const: 1 }, minItems: 10 ** 9 };
  expect(() => jsonConstraint(schema, BYTE_TOKENS)).toThrow(
    "minItems cannot be held in the schema: it appears",
  );
});

test("small schemas with very many combinations are refused with the bound's name", () => {
  const keys = (from: number) =>
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`k${from + i}`, { minLength: i + 1 }]));
  const many = { oneOf: Array.from({ length: 9 }, (_, i) => ({ properties: keys(i) })) };
  expect(() => jsonConstraint(many, BYTE_TOKENS)).toThrow(/too many combinations|alternatives|nested/);
  for (const pattern of ["(a{1,90}){1,90}b", "(a|b)*a(a|b){18}", "(((x{9}){9}){9}){9}", "(?:){999999999}"])
    expect(() => jsonConstraint({ pattern }, BYTE_TOKENS)).toThrow(
      "pattern cannot be held in the schema: its automaton",
    );
});
