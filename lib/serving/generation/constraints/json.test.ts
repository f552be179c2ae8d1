import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openSampler } from "#lib/engine/embedded/decode/open-sampler.ts";
import { livelyParameters, smallConfig } from "#lib/engine/embedded/testing/small-decoder.ts";
import { aRequest, complete, idsOf } from "#lib/testing/data/sample-requests.ts";
import { END as END_STATE } from "./bytes/byte-states.internal.ts";
import { Readings } from "./bytes/readings.internal.ts";
import { compileSchema } from "./compile-schema.internal.ts";
import { jsonConstraint } from "./json.ts";
import { value } from "./json-states.internal.ts";
import { UnsupportedSchema } from "./schema/unsupported-schema.ts";

const KEYS = ["a", "ab", "é", 'q"'];
/** Every byte, then words that bring a random walk forward, then the end. */
const VOCABULARY = [
  ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)),
  ...[
    ...KEYS.map((key) => `${JSON.stringify(key)}:`),
    "true",
    "null",
    '": "',
    "12.5e-3",
    "\\u00e9",
    '},"',
    " [\n",
  ].map((text) => new TextEncoder().encode(text)),
];
const END = VOCABULARY.length;

const constraintOf = (schema: unknown) =>
  jsonConstraint(schema, { tokenBytes: (id) => VOCABULARY[id] ?? new Uint8Array(), endTokenIds: [END] })();

/** Whether the whole text is allowed, byte by byte, and may end. */
function takes(schema: unknown, text: string | Uint8Array): boolean {
  const constraint = constraintOf(schema);
  for (const byte of typeof text === "string" ? new TextEncoder().encode(text) : text) {
    if (!constraint.allows(byte)) return false;
    constraint.accept(byte);
  }
  return constraint.allows(END);
}

test("any JSON value with little space between its tokens is taken", () => {
  const isNarrow = (value: unknown) => !/e[+-]?\d{3}|\d{18}|\\ud/.test(JSON.stringify(value));
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }).filter(isNarrow),
      fc.constantFrom(undefined, 1, 2),
      (value, indent) => {
        expect(takes(true, JSON.stringify(value, null, indent))).toBe(true);
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

test("what is taken is what JSON.parse reads, apart from what is known to be narrower", () => {
  const fragments = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "\\",
    "a",
    "u0041",
    "0",
    "1",
    "-",
    ".",
    "e",
    "+",
    " ",
    "true",
    "null",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 8 }), (pieces) => {
      const text = pieces.join("");
      const isWide = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').includes("  ");
      expect([text, takes(true, text)]).toEqual([text, parses(text) && !isWide]);
    }),
    { seed: 2, numRuns: 5000 },
  );
});

test("bytes that are not UTF-8 are refused where TextDecoder refuses them", () => {
  const decodes = (bytes: Uint8Array) => {
    try {
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const byte = fc.oneof(
    fc.constantFrom(0xc1, 0xc3, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf),
    fc.integer({ min: 0x80, max: 0xff }),
  );
  fc.assert(
    fc.property(fc.array(byte, { minLength: 1, maxLength: 4 }), (bytes) => {
      const text = Uint8Array.of(0x22, ...bytes, 0x22);
      expect([bytes, takes(true, text)]).toEqual([bytes, decodes(text)]);
    }),
    { seed: 3, numRuns: 5000 },
  );
});

test("whatever is sampled under a schema, the text can be finished and fits the schema", () => {
  const ajv = new Ajv2020({ strict: false });
  fc.assert(
    fc.property(
      schemas,
      fc.infiniteStream(fc.nat({ max: 2 ** 31 - 1 }), { noHistory: true }),
      (schema, choices) => {
        const text = randomWalk(schema, choices);
        const fits = ajv.compile(schema)(JSON.parse(text));
        expect([text, fits]).toEqual([text, true]);
      },
    ),
    { seed: 4, numRuns: 200, endOnFailure: true },
  );
});

test("a model that knows nothing of JSON answers in JSON, at any temperature", async () => {
  const config = smallConfig({ vocabSize: 257 });
  const sampler = await openSampler(livelyParameters(config, 1), config);
  const schema = {
    type: "object",
    properties: { mood: { enum: ["glad", "sad"] }, count: { type: "integer" }, sure: { type: "boolean" } },
    required: ["mood", "count", "sure"],
    additionalProperties: false,
  };
  const texts = await Promise.all(
    [0, 1, 2].map(async (temperature) => {
      const constraint = jsonConstraint(schema, {
        tokenBytes: (id) => Uint8Array.of(id),
        endTokenIds: [256],
      })();
      const settings = { maxTokens: 500, temperature, seed: 5, stopTokenIds: [256] };
      const tokens = await complete(sampler, aRequest([1, 2, 3], settings, { constraint }));
      return text(idsOf(tokens).slice(0, -1));
    }),
  );
  const fits = new Ajv2020().compile(schema);
  for (const answer of texts) expect([answer, fits(JSON.parse(answer))]).toEqual([answer, true]);
  await sampler.close();
});

test("where any object may come, the text is one JSON object", () => {
  expect(takes({ type: "object" }, '{"a": [1, {"b": null}]}')).toBe(true);
  for (const text of ["[]", "1", '"{}"', "", "{}{}"]) expect(takes({ type: "object" }, text)).toBe(false);
});

test("an end token is allowed when the value is complete and not before", () => {
  const constraint = constraintOf({ type: "number" });
  const allowed = [..."-1.5"].map((character) => {
    const before = constraint.allows(END);
    constraint.accept(character.charCodeAt(0));
    return before;
  });
  expect([...allowed, constraint.allows(END)]).toEqual([false, false, true, false, true]);
});

test("between tokens stands a space, or a new line and its indent, so that a model that likes space comes to an end", () => {
  for (const space of ["", " ", "\n", "\n    ", `\n${" ".repeat(32)}`])
    expect(takes(true, `[${space}1${space}]`)).toBe(true);
  for (const space of ["  ", "\t", "\n\n", " \n", `\n${" ".repeat(33)}`])
    expect(takes(true, `[${space}1${space}]`)).toBe(false);
});

test("a listed key with escapes is not another key", () => {
  const schema = { properties: { ab: { const: 1 }, é: { const: 1 } }, additionalProperties: { const: 2 } };
  expect(takes(schema, '{"ab":1,"abc":2,"a":2,"é":1,"éa":2}')).toBe(true);
  for (const text of ['{"ab":2}', '{"\\u0061b":2}', '{"a\\u0062":2}', '{"é":2}', '{"ab":1,"ab":1}'])
    expect(takes(schema, text)).toBe(false);
});

test("readings that come to the same point are one, so that ambiguous items do not add up", () => {
  const number = { anyOf: [{ type: "integer" }, { type: "number" }, { type: ["number", "null"] }] };
  const node = compileSchema({ type: "array", items: number }, 9);
  let reading = new Readings().of([value(node, 9, END_STATE)]);
  const counts = [...new TextEncoder().encode(`[${"12,".repeat(50)}1]`)].map((byte) => {
    reading = reading?.after(byte) ?? null;
    return reading?.states.length ?? 0;
  });
  expect(Math.max(...counts)).toBe(2);
  expect(reading?.states).toEqual([END_STATE]);
});

test("schemas that refer to themselves end", () => {
  const tree = {
    $ref: "#/$defs/tree",
    $defs: {
      tree: {
        type: "object",
        properties: { v: { type: "integer" }, next: { $ref: "#/$defs/tree" } },
        required: ["v"],
        additionalProperties: false,
      },
    },
  };
  const nested = (levels: number): string =>
    levels === 1 ? '{"v":1}' : `{"v":1,"next":${nested(levels - 1)}}`;
  expect(takes(tree, nested(32))).toBe(true);
  expect(takes(tree, nested(33))).toBe(false);
});

test.each([
  [{ type: "string", pattern: "(a)\\1" }, "The keyword pattern cannot be held in the schema: no automaton"],
  [{ type: "string", pattern: "a(?=b)" }, "The keyword pattern cannot be held in the schema: it looks ahead"],
  [{ type: "string", format: "regex" }, "The keyword format cannot be held in the schema"],
  [
    { type: "array", uniqueItems: true, items: { type: "integer" } },
    "The keyword uniqueItems cannot be held in the schema",
  ],
  [
    { type: "object", properties: { n: { type: "number", multipleOf: 1e-7 } } },
    "The keyword multipleOf cannot be held in the schema.properties.n",
  ],
  [
    { properties: { a: { unevaluatedProperties: false } } },
    "The keyword unevaluatedProperties cannot be held in the schema.properties.a",
  ],
  [{ not: { multipleOf: 3 } }, "The keyword multipleOf cannot be held in the schema.not: it stands under"],
  [{ type: "integer", minimum: 2, maximum: 1 }, "No JSON value"],
  [{ type: "text" }, 'the schema.type cannot be "text"'],
  [{ $ref: "https://example.org/schema" }, "the schema.$ref cannot be"],
  [{ $ref: "#/$defs/none" }, "the schema.$ref cannot be"],
  [{ type: "object", required: ["a"], additionalProperties: false }, "No JSON value"],
  [{ $ref: "#" }, "No JSON value"],
  [{ type: "object", properties: { a: { $ref: "#" } }, required: ["a"] }, "No JSON value"],
  [{ type: "string", enum: [1] }, "No JSON value"],
  [{ type: "array", minItems: 2, maxItems: 1 }, "No JSON value"],
  [{ type: "array", minItems: -1 }, "the schema.minItems cannot be -1"],
  ["object", "a schema is an object"],
])("a schema that cannot be promised is refused, and the message says where: %j", (schema, message) => {
  expect(() => constraintOf(schema)).toThrow(UnsupportedSchema);
  expect(() => constraintOf(schema)).toThrow(message);
});

/**
 * Samples tokens that the constraint allows: any of them at first, later and now and then those that come nearer to the end. Fails where
 * nothing is allowed.
 */
function randomWalk(schema: unknown, choices: Iterator<number>): string {
  const constraint = constraintOf(schema);
  const bytes: number[] = [];
  const all = [...VOCABULARY.keys(), END];
  const closers = [
    [END],
    [codeOf("}")],
    [codeOf("]")],
    all.slice(256, 256 + KEYS.length),
    [codeOf('"')],
    [codeOf("0")],
  ];
  for (let length = 0; length < 2000; length++) {
    const [dice = 0, which = 0] = [choices.next().value, choices.next().value];
    const nearer = isInString(bytes) ? [[codeOf('"')]] : closers;
    const id = [...(length > 20 || dice % 4 === 0 ? nearer : []), all]
      .flatMap((ids) => [...ids.slice(which % ids.length), ...ids.slice(0, which % ids.length)])
      .find((candidate) => constraint.allows(candidate));
    if (id === undefined) throw new Error(`Nothing may follow ${text(bytes)}`);
    if (id === END) return text(bytes);
    constraint.accept(id);
    bytes.push(...(VOCABULARY[id] ?? []));
  }
  throw new Error(`No end in sight of ${text(bytes)}`);
}

function isInString(bytes: readonly number[]): boolean {
  const quotes = Buffer.from(bytes).toString("latin1").replace(/\\./g, "").split('"').length - 1;
  return quotes % 2 === 1;
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}

function text(bytes: readonly number[]): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
}

function parses(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

type Schema = Readonly<Record<string, unknown>>;

/** Schemas of every supported keyword; each has a value that fits. */
const schemas = fc
  .letrec<{ schema: Schema; leaf: Schema; array: Schema; object: Schema; any: Schema }>((tie) => ({
    schema: fc.oneof({ maxDepth: 3 }, tie("leaf"), tie("array"), tie("object"), tie("any")),
    leaf: fc.oneof(
      fc.constantFrom<Schema[]>({}, { type: "string" }, { type: "null" }, { type: "boolean" }),
      fc.constantFrom<Schema[]>(
        { type: "number" },
        { type: "integer" },
        { type: ["integer", "null", "string"] },
      ),
      fc.constantFrom<Schema[]>({ $ref: "#/$defs/list" }, { type: ["number", "array"], maxItems: 1 }),
      fc
        .array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3 })
        .map((values) => ({ enum: values })),
      fc.jsonValue({ maxDepth: 2 }).map((value) => ({ const: value })),
    ),
    array: fc.record({
      type: fc.constant("array"),
      items: tie("schema"),
      minItems: fc.nat(2),
      maxItems: fc.integer({ min: 2, max: 4 }),
    }),
    object: fc.record(
      {
        type: fc.constantFrom<(string | string[])[]>("object", ["object", "null"]),
        properties: fc.dictionary(fc.constantFrom(...KEYS), tie("schema")),
        required: fc.uniqueArray(fc.constantFrom(...KEYS)),
        additionalProperties: fc.oneof(fc.constant(true), tie("schema")),
      },
      { requiredKeys: ["type"] },
    ),
    any: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((branches) => ({ anyOf: branches })),
  }))
  .schema.map((schema) => ({
    ...schema,
    $defs: {
      list: { type: "array", items: { anyOf: [{ $ref: "#/$defs/list" }, { type: "integer" }] }, maxItems: 2 },
    },
  }));
