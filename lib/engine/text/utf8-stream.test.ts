import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Stream } from "./utf8-stream.ts";

test("a character comes whole, when its last byte is there", () => {
  const stream = utf8Stream();
  const given = Array.from(Buffer.from("a€😀", "utf8"), (byte) => stream.push(Uint8Array.of(byte)));
  expect(given).toEqual(["a", "", "", "€", "", "", "", "😀"]);
  expect(stream.flush()).toBe("");
});

test("bytes that can be no text become U+FFFD as soon as that is certain, and the next text is whole", () => {
  const stream = utf8Stream();
  expect(stream.push(Uint8Array.of(0xe2, 0x82))).toBe("");
  expect(stream.push(Uint8Array.of(0x41))).toBe("\ufffdA");
  expect(stream.push(Uint8Array.of(0xff))).toBe("\ufffd");
  expect(stream.push(Uint8Array.of(0xf0, 0x9f))).toBe("");
  expect(stream.flush()).toBe("\ufffd");
});

test("a byte order mark is text like any other", () => {
  const stream = utf8Stream();
  expect(stream.push(Buffer.from("\ufeffa")) + stream.flush()).toBe("\ufeffa");
});

test("however bytes are cut into pieces, the text is that of all bytes together", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 24 }),
    fc
      .string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) })
      .map((text) => new TextEncoder().encode(text)),
  );
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 6 }), (pieces) => {
      const stream = utf8Stream();
      const text = pieces.map((piece) => stream.push(piece)).join("") + stream.flush();
      expect(text).toBe(Buffer.concat(pieces).toString("utf8"));
    }),
    { seed: 1 },
  );
});
