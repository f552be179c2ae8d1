import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonLines } from "#lib/contract/json-lines.ts";
import { JsonScan } from "./json-scan.ts";
import { readLongJson } from "./read-long-json.ts";

type Outcome = { value: unknown } | "refused";

/** Pieces of a few bytes, so that small texts are cut as often as large ones. */
function readInPieces(text: string, pieceBytes: number): Outcome {
  const bytes = new TextEncoder().encode(text);
  const scan = new JsonScan(pieceBytes);
  scan.take(bytes);
  if (!scan.isClosed) return "refused";
  try {
    return { value: whole(readLongJson({ bytes, large: scan.large, pieceBytes }, "list")) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).toBe(text);
    return "refused";
  }
}

/** The value with its list as values again, read both ways that `JsonLines` offers. */
function whole(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("list" in value)) return value;
  const { list } = value;
  if (!(list instanceof JsonLines)) return value;
  const lines = new TextDecoder().decode(list.bytes).split("\n");
  expect(lines.pop()).toBe("");
  const elements = lines.map((line): unknown => JSON.parse(line));
  expect(elements).toHaveLength(list.count);
  expect(JSON.parse(Buffer.concat([...list.listText()]).toString())).toEqual(elements);
  value.list = elements;
  return value;
}

function readAtOnce(text: string): Outcome {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, "")) };
  } catch {
    return "refused";
  }
}

/** The same value, its keys in the same order, `__proto__` included. */
function expectSame(text: string, pieceBytes: number): void {
  const [found, expected] = [readInPieces(text, pieceBytes), readAtOnce(text)];
  expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
  expect(found).toEqual(expected);
}

/** Without backslashes: after such a key V8 mistakes an escaped one for it (nodejs/node#63785), at once as in pieces. */
const key = fc
  .oneof(fc.constantFrom("list", "__proto__", "a", "1", "", '"', "\n"), fc.string())
  .filter((name) => !name.includes("\\"));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, -0.5, 1e300, "\u0000", "\ud800", "],[{", '"', "\\", "\ufeff", "é😀"),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
    fc.array(tie("value"), { maxLength: 6 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map(Object.fromEntries),
  ),
})).value;
const blank = fc.constantFrom("", " ", "\n", "\r\n\t ");
const pieceBytes = fc.integer({ min: 2, max: 40 });
/** A body with members besides its list, perhaps with the list twice. */
const body = fc
  .tuple(fc.array(fc.tuple(key, json), { maxLength: 4 }), fc.array(json, { maxLength: 8 }), blank)
  .chain(([members, list, space]) => {
    const texts = [...members, ["list", list]].map(
      ([name, value]) => `${space}${JSON.stringify(name)}${space}:${JSON.stringify(value, null, space)}`,
    );
    return fc.shuffledSubarray(texts, { minLength: 1 }).map((some) => `${space}{${some.join(",")}}${space}`);
  });

test("any value is read in pieces as it is at once", () => {
  fc.assert(
    fc.property(json, fc.constantFrom(0, 1, 2), pieceBytes, (value, indent, size) => {
      expectSame(JSON.stringify(value, null, indent), size);
    }),
  );
});

test("a body comes with its list as lines, whatever other or repeated keys it has", () => {
  fc.assert(fc.property(body, pieceBytes, expectSame), { numRuns: 300 });
});

test("a text that lost, gained or changed something is taken or refused as it is at once", () => {
  const change = fc.record({
    at: fc.nat(),
    gone: fc.integer({ min: 0, max: 3 }),
    put: fc.constantFrom(
      "",
      ",",
      "[",
      "]",
      "{",
      "}",
      ":",
      '"',
      "\\",
      " ",
      "1",
      "-",
      "\n",
      "\u0001",
      "[]",
      "\ufeff",
      "null",
    ),
  });
  fc.assert(
    fc.property(body, change, pieceBytes, (text, { at, gone, put }, size) => {
      const place = at % (text.length + 1);
      const broken = `${text.slice(0, place)}${put}${text.slice(place + gone)}`;
      fc.pre(broken.isWellFormed());
      expectSame(broken, size);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '{"list":[1,2,3,4],}',
  '{"list":[1,2,3,4,]}',
  '{"list":[,1,2,3,4]}',
  '{"list":[1,,2,3,4]}',
  '{"list":[1,2,3,4}]',
  '{"list":[1,2,3,4}}',
  '{"list":[[1,2,3},4]}',
  "{[1,2,3,4]:1}",
  '{"list":[{[1,2,3]:1}]}',
  '{"list":1[1,2,3,4]}',
  '{"list":[1[1,2,3],-[1,2,3]]}',
  '{"list":[1,2,3,4]}x',
  '{"list":[1,2,3,4]}{"list":[1,2,3,4]}',
  '\ufeff\ufeff{"list":[1,2,3,4]}',
  '{"list":[1,\ufeff2,3,4]}',
  '{"list":[1,2,3,4],"list":[1,2,3,]}',
  '{"list":[1,2,3,],"list":[1,2,3,4]}',
  '{"other":[1,2,3,],"other":1}',
])("%j is no JSON in pieces either", (text) => {
  expect(readAtOnce(text)).toBe("refused");
  for (const size of [2, 4, 8]) expect(readInPieces(text, size)).toBe("refused");
});

test("only the last list of its key counts, and a long text or object there is no list", () => {
  for (const text of [
    '{"list":[1,2,3,4],"list":[5,6,7,8]}',
    '{"list":[1,2,3,4],"list":"a text"}',
    '{"list":"a text","list":[1,2,3,4]}',
    '{"list":{"a":[1,2,3,4]}}',
    '{"list":[          ]}',
    '\ufeff {"list":[1,2,3,4]} ',
  ])
    expectSame(text, 4);
});

test("elements keep their original text, one per line", () => {
  const elements = ['{"a": 1.0, "a": 1e2}', '"\\u00e9\\/"', "[\t]"];
  const bytes = new TextEncoder().encode(`{"list": [\n${elements.join(" ,\r\n")}\n]}`);
  const scan = new JsonScan(8);
  scan.take(bytes);
  const read = readLongJson({ bytes, large: scan.large, pieceBytes: 8 }, "list");
  const { list } = Object(read);
  const lines = new TextDecoder().decode(list.bytes).split("\n");
  expect(lines.map((line) => line.trim())).toEqual([...elements, ""]);
});
