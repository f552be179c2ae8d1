import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { END, type State } from "./bytes/byte-states.internal.ts";
import { type Reading, Readings } from "./bytes/readings.internal.ts";
import { compileSchema } from "./compile-schema.internal.ts";
import { jsonConstraint } from "./json.ts";
import { value } from "./json-states.internal.ts";
import { MAX_ALTERNATIVES } from "./schema/settle.internal.ts";
import { UnsupportedSchema } from "./schema/unsupported-schema.ts";
import { textConstraint } from "./text.ts";

const END_TOKEN = 256;
const TOKENS = {
  tokenBytes: (id: number) => (id < END_TOKEN ? Uint8Array.of(id) : new Uint8Array()),
  endTokenIds: [END_TOKEN],
};
const MAX_LEVELS = 32;

/** Texts that share their beginnings, some of which are beginnings of others. */
const alikeTexts = fc.uniqueArray(
  fc
    .array(fc.constantFrom("a", "b", "ab", "é", '"', "\\", "1"), { minLength: 1, maxLength: 6 })
    .map((pieces) => pieces.join("")),
  { minLength: 1, maxLength: 40 },
);

type Enum = (values: readonly unknown[]) => unknown;
const ENUMS: Record<string, Enum> = {
  "an enum": (values) => ({ enum: values }),
  "an enum of strings": (values) => ({ type: "string", enum: values }),
  "a union of constants": (values) => ({ anyOf: values.map((value) => ({ const: value })) }),
  "a union of enums, some of them references": (values) => ({
    anyOf: [
      { $ref: "#/$defs/half" },
      { anyOf: [{ enum: values.slice(0, 9) }, { $ref: "#/$defs/half" }] },
      { enum: values.slice(5) },
    ],
    $defs: { half: { enum: values.slice(0, values.length / 2) } },
  }),
};

describe.each(Object.entries(ENUMS))("%s", (_, schemaOf) => {
  test("takes each of its values byte by byte, and no byte more", () => {
    fc.assert(
      fc.property(alikeTexts, (texts) => {
        const readings = readingOf(schemaOf(texts));
        expectExactly(
          readings,
          texts.map((text) => JSON.stringify(text)),
        );
      }),
      { seed: 11, numRuns: 25 },
    );
  });

  test("has room for a thousand values of a thousand characters that differ at their end, each read in one or two ways", () => {
    const values = Array.from({ length: 1000 }, (_, i) => `${"x".repeat(996)}${1000 + i}`);
    const start = readingOf(schemaOf(values));
    for (const last of ["1000", "1500", "1999"]) {
      const path = readingsAlong(start, `"${"x".repeat(996)}${last}"`);
      expect(path.at(-1)?.canEnd).toBe(true);
      expect(Math.max(...path.map(({ states }) => states.length))).toBeLessThanOrEqual(3);
    }
    expect(readingsAlong(start, `"${"x".repeat(996)}2000"`)).toHaveLength(998);
  });
});

test("one of several texts is taken byte by byte and no byte more, also where one begins another", () => {
  fc.assert(
    fc.property(alikeTexts, fc.boolean(), (some, hasEmpty) => {
      const texts = (hasEmpty ? [...some, ""] : some).map((text) => Buffer.from(text).toString("latin1"));
      for (const text of texts) {
        const constraint = textConstraint(hasEmpty ? [...some, ""] : some, TOKENS)();
        for (let length = 0; length <= text.length; length++) {
          const read = text.slice(0, length);
          const allowed = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) =>
            constraint.allows(byte),
          );
          const longer = texts.filter((other) => other.startsWith(read) && other.length > length);
          expect(new Set(allowed)).toEqual(new Set(longer.map((other) => other.charCodeAt(length))));
          expect(constraint.allows(END_TOKEN)).toBe(texts.includes(read));
          if (length < text.length) constraint.accept(text.charCodeAt(length));
        }
      }
    }),
    { seed: 12, numRuns: 30 },
  );
});

test("halves of characters are the same text, which nothing follows", () => {
  const constraint = textConstraint(["\ud800", "\udfff"], TOKENS)();
  for (const byte of Buffer.from("\ufffd")) constraint.accept(byte);
  expect([constraint.allows(END_TOKEN), constraint.allows(0)]).toEqual([true, false]);
});

describe("unions of objects", () => {
  const kind = (i: number) => ({
    type: "object",
    properties: { kind: { const: `kind-${i}` }, size: { type: "integer" }, note: { type: "string" } },
    required: ["kind"],
    additionalProperties: false,
  });

  test("have every member, however many begin alike and whatever key comes first", () => {
    const start = readingOf({ anyOf: Array.from({ length: 300 }, (_, i) => kind(i)) });
    for (const i of [0, 255, 256, 299])
      for (const text of [
        `{"kind": "kind-${i}"}`,
        `{"size":7,"kind":"kind-${i}"}`,
        `{"note":"n","kind":"kind-${i}"}`,
      ])
        expect(readingsAlong(start, text).at(-1)?.canEnd).toBe(true);
    expect(readingsAlong(start, '{"note":"n","kind":"kind-300"}').at(-1)?.canEnd).toBe(false);
  });

  test("that are read alike are one reading where they read the same, so that a string costs no more than one", () => {
    const path = readingsAlong(
      readingOf({ anyOf: Array.from({ length: 300 }, (_, i) => kind(i)) }),
      '{"note":"any text at all","',
    );
    const counts = path.map(({ states }) => states.length);
    expect(counts.slice(9, -2)).toEqual(counts.slice(9, -2).map(() => 1));
    expect(Math.max(...counts)).toBe(300);
  });

  test("that refer to themselves in several ways do not double with each level", () => {
    const operation = (sign: string) => ({
      type: "object",
      properties: { left: { $ref: "#" }, right: { $ref: "#" }, sign: { const: sign } },
      required: ["sign"],
      additionalProperties: false,
    });
    const schema = { anyOf: [operation("+"), operation("-"), operation("*"), { type: "integer" }] };
    const levels = 30;
    const text = `${'{"left":'.repeat(levels)}1${',"sign":"*"}'.repeat(levels)}`;
    const path = readingsAlong(readingOf(schema), text);
    expect(path.at(-1)?.canEnd).toBe(true);
    expect(path).toHaveLength(text.length + 1);
    expect(Math.max(...path.map(({ states }) => states.length))).toBeLessThan(10);
  });

  test("also of arrays within arrays", () => {
    const schema = {
      anyOf: [
        { type: "array", items: { $ref: "#" } },
        { type: "array", items: { $ref: "#" }, maxItems: 3 },
      ],
    };
    const path = readingsAlong(readingOf(schema), "[".repeat(31) + "]".repeat(31));
    expect(path.at(-1)?.canEnd).toBe(true);
    expect(Math.max(...path.map(({ states }) => states.length))).toBeLessThan(10);
  });
});

describe("a schema that is too large", () => {
  const objects = (count: number) => Array.from({ length: count }, () => ({ type: "object" }));

  test("in its alternatives is refused with the bound, also where references multiply them", () => {
    const many = { anyOf: objects(MAX_ALTERNATIVES) };
    const shared = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [
        `p${i}`,
        { anyOf: [{ $ref: "#/$defs/all" }, { type: "null" }] },
      ]),
    );
    const multiplied = {
      type: "object",
      properties: shared,
      $defs: { all: { anyOf: objects(100) } },
    };
    for (const schema of [many, multiplied]) {
      expect(() => jsonConstraint(schema, TOKENS)).toThrow(UnsupportedSchema);
      expect(() => jsonConstraint(schema, TOKENS)).toThrow(`more than ${MAX_ALTERNATIVES} alternatives`);
    }
  });

  test("in its nesting is refused with the bound, also where references make it", () => {
    let inline: unknown = { type: "null" };
    for (let i = 0; i < 240; i++) inline = { anyOf: [inline] };
    const links = Array.from({ length: 5000 }, (_, i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }]);
    const linked = { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(links), d5000: { type: "null" } } };
    for (const schema of [inline, linked])
      expect(() => jsonConstraint(schema, TOKENS)).toThrow("More than 200 schemas are nested");
  });

  test("is reported in a short message, however long its content", () => {
    const long = "y".repeat(100_000);
    for (const schema of [
      { type: long },
      { $ref: long },
      { pattern: `${long}(` },
      { properties: { [long]: { type: "text" } } },
    ])
      expect(messageOf(() => jsonConstraint(schema, TOKENS)).length).toBeLessThan(1000);
  });

  test("a thousand alternatives of one height are settled whatever their order", () => {
    // Each needs the one before it, and is found by way of it.
    const links = Array.from({ length: 1000 }, (_, i) => [
      `d${i}`,
      {
        anyOf: [{ type: "array", items: { $ref: `#/$defs/d${(i * 7) % 1000}` }, minItems: 1 }, { const: i }],
      },
    ]);
    const start = readingOf({ $ref: "#/$defs/d3", $defs: Object.fromEntries(links) });
    expect(readingsAlong(start, "[[[29]]]").length).toBeGreaterThan(1);
  });

  test("a text that takes too much work to read is given up with the reason", () => {
    const start = readingOf({ type: "array", items: { type: "integer" } }, 200);
    expect(() => readingsAlong(start, `[${"1, ".repeat(100)}`)).toThrow("took too long to read");
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  return "x".repeat(1_000_000);
}

function readingOf(schema: unknown, maxWork?: number): Reading {
  const start: State = value(compileSchema(schema, MAX_LEVELS), MAX_LEVELS, END);
  const reading = new Readings(maxWork).of([start]);
  if (!reading) throw new Error("Nothing may come");
  return reading;
}

/** The reading before the text and after each of its bytes, up to the first byte that cannot follow. */
function readingsAlong(start: Reading, text: string): Reading[] {
  const path = [start];
  for (const byte of Buffer.from(text)) {
    const next = path.at(-1)?.after(byte);
    if (!next) return path;
    path.push(next);
  }
  return path;
}

/** Compares which bytes may follow every prefix with the plain list of texts. A value may be preceded by spaces. */
function expectExactly(start: Reading, texts: readonly string[]): void {
  const latin = texts.map((text) => Buffer.from(text).toString("latin1"));
  const beginnings = new Set(latin.flatMap((text) => Array.from(text, (_, i) => text.slice(0, i + 1))));
  const walk = (reading: Reading, read: string) => {
    expect([read, reading.canEnd]).toEqual([read, latin.includes(read)]);
    for (let byte = 0; byte < 256; byte++) {
      const longer = read + String.fromCharCode(byte);
      const next = reading.after(byte);
      if (read === "" && (byte === 0x20 || byte === 0x0a)) continue;
      if ((next !== null) !== beginnings.has(longer))
        expect([longer, next !== null]).toEqual([longer, !next]);
      if (next) walk(next, longer);
    }
  };
  walk(start, "");
}
