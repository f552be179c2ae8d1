import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Unreadable } from "#lib/platform/errors.ts";
import { protobufExport, protobufOf } from "#lib/testing/data/otel-data.ts";
import { traceMessages } from "./trace-messages.ts";

/** An `AnyValue` that holds a list that holds a list, and so on. */
function nestedValue(depth: number): Uint8Array {
  let value: Uint8Array = new Uint8Array();
  for (let i = 0; i < depth; i++) value = protobufOf([[5, protobufOf([[1, value]])]]);
  return value;
}

const withAttribute = (value: Uint8Array) =>
  protobufExport([
    protobufOf([
      [
        9,
        protobufOf([
          [1, "key"],
          [2, value],
        ]),
      ],
    ]),
  ]);

test("each kind of value is read as the JSON form writes it", () => {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).string("ü");
  writer.tag(2, WireType.Varint).bool(true);
  writer.tag(3, WireType.Varint).int64("-9223372036854775808");
  writer.tag(4, WireType.Bit64).double(Number.NEGATIVE_INFINITY);
  writer.tag(7, WireType.LengthDelimited).bytes(new Uint8Array([0, 1, 255]));
  expect(traceMessages.read(withAttribute(writer.finish()))).toEqual({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                attributes: [
                  {
                    key: "key",
                    value: {
                      stringValue: "ü",
                      boolValue: true,
                      intValue: "-9223372036854775808",
                      doubleValue: "-Infinity",
                      bytesValue: "AAH/",
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
});

describe("bytes that are not an export", () => {
  test.each([
    ["a varint without an end", new Uint8Array(12).fill(0xff), ""],
    [
      "a message that reaches beyond its parent",
      protobufOf([[1, new Uint8Array([0x0a, 0x05, 0x00])]]),
      "cut short",
    ],
    ["a text that reaches beyond its message", withAttribute(new Uint8Array([0x0a, 0x40])), ""],
    ["a text that is no UTF-8", withAttribute(new Uint8Array([0x0a, 0x01, 0xff])), ""],
    ["a field of another wire type", new Uint8Array([0x08, 0x01]), "wire type 0"],
    ["field number 0", new Uint8Array([0x02, 0x00]), "illegal tag"],
    ["lists in lists without end", withAttribute(nestedValue(200)), "nested"],
    ["groups in groups without end", new Uint8Array(100_000).fill(0x9b), ""],
    [
      "millions of empty messages",
      protobufOf([[1, new Uint8Array(2_200_000).map((_, i) => (i % 2 ? 0 : 0x12))]]),
      "more than 1000000",
    ],
  ])("are unreadable, with the reason: %s", (_, bytes, reason) => {
    expect(() => traceMessages.read(bytes)).toThrow(Unreadable);
    expect(() => traceMessages.read(bytes)).toThrow(reason);
  });

  test("whatever they are, reading ends in a message or in a refusal", () => {
    const whole = withAttribute(nestedValue(3));
    const spoilt = fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => whole.with(at, byte));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), spoilt), (bytes) => {
        try {
          expect(traceMessages.read(bytes)).toBeTypeOf("object");
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
