import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { isDict } from "#lib/contract/fields.ts";
import { Unreadable } from "#lib/platform/errors.ts";
import {
  EXPORT_TRACE_REQUEST,
  type Field,
  type MessageSchema,
  type ScalarKind,
} from "./trace-schema.internal.ts";

/** The same limits of values and depth as for a JSON body: two bytes of protobuf can encode a whole object. */
const MAX_FIELDS = 1_000_000;

const MAX_DEPTH = 256;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const strictUtf8 = (bytes: Uint8Array) => utf8.decode(bytes);

class MessageReader {
  readonly #reader: BinaryReader;
  #fields = 0;

  constructor(reader: BinaryReader) {
    this.#reader = reader;
  }

  read(schema: MessageSchema, { end, depth }: { end: number; depth: number }): Record<string, unknown> {
    if (depth > MAX_DEPTH) throw new RangeError(`messages are nested more than ${MAX_DEPTH} deep`);
    const found: Record<string, unknown> = {};
    while (this.#reader.pos < end) {
      if (++this.#fields > MAX_FIELDS) throw new RangeError(`there are more than ${MAX_FIELDS} values`);
      const [number, wireType] = this.#reader.tag();
      const field = schema.fields.get(number);
      if (!field) {
        this.#reader.skip(wireType, number);
        continue;
      }
      if (wireType !== wireTypeOf(field))
        throw new TypeError(`field ${number} of ${schema.name} has wire type ${wireType}`);
      const value = this.#value(field, { end, depth });
      const earlier = found[field.name];
      if (Array.isArray(earlier)) earlier.push(value);
      else found[field.name] = field.isRepeated ? [value] : value;
    }
    if (this.#reader.pos > end) throw new RangeError(`a field reaches beyond the end of its ${schema.name}`);
    return found;
  }

  #value({ is }: Field, { end, depth }: { end: number; depth: number }): unknown {
    if (typeof is === "string") return SCALARS[is](this.#reader);
    const length = this.#reader.uint32();
    const innerEnd = this.#reader.pos + length;
    const schema = is();
    if (innerEnd > end) throw new RangeError(`a ${schema.name} is cut short`);
    return this.read(schema, { end: innerEnd, depth: depth + 1 });
  }
}

const SCALARS: { [K in ScalarKind]: (reader: BinaryReader) => unknown } = {
  string: (reader) => reader.string(),
  bool: (reader) => reader.bool(),
  uint32: (reader) => reader.uint32(),
  fixed32: (reader) => reader.fixed32(),
  int64: (reader) => String(reader.int64()),
  fixed64: (reader) => String(reader.fixed64()),
  double: (reader) => jsonNumber(reader.double()),
  bytes: (reader) => Buffer.from(reader.bytes()).toString("base64"),
  hex: (reader) => Buffer.from(reader.bytes()).toString("hex"),
};

const WIRE_TYPES: { [K in ScalarKind]: WireType } = {
  string: WireType.LengthDelimited,
  bool: WireType.Varint,
  uint32: WireType.Varint,
  int64: WireType.Varint,
  fixed32: WireType.Bit32,
  fixed64: WireType.Bit64,
  double: WireType.Bit64,
  bytes: WireType.LengthDelimited,
  hex: WireType.LengthDelimited,
};

/** An export of spans and its answer as protobuf. Reading throws `Unreadable`. */
export const traceMessages = {
  read: (bytes: Uint8Array): unknown => readMessage(bytes, EXPORT_TRACE_REQUEST),
  write: writeReply,
};

/** ExportTraceServiceResponse with its ExportTracePartialSuccess; empty where all went well. */
function writeReply(reply: unknown): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  const partial = isDict(reply) ? reply.partialSuccess : undefined;
  if (isDict(partial)) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Varint).int64(String(partial.rejectedSpans));
    writer.tag(2, WireType.LengthDelimited).string(String(partial.errorMessage));
    writer.join();
  }
  return writer.finish();
}

/** Reads a protobuf message as its JSON form: 64-bit numbers are decimal texts, ids hexadecimal ones, other bytes base64. */
function readMessage(bytes: Uint8Array, schema: MessageSchema): Record<string, unknown> {
  const reader = new BinaryReader(bytes, strictUtf8);
  try {
    return new MessageReader(reader).read(schema, { end: bytes.length, depth: 0 });
  } catch (error) {
    // Nothing but the bytes can be wrong here, whatever class the reader chose for saying so.
    const reason = error instanceof Error ? error.message : "unknown";
    throw new Unreadable(`The body is not a ${schema.name} in protobuf: ${reason}, near byte ${reader.pos}`);
  }
}

/** JSON has no such numbers; the JSON form of protobuf writes their names. */
function jsonNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

function wireTypeOf({ is }: Field): WireType {
  if (typeof is !== "string") return WireType.LengthDelimited;
  return WIRE_TYPES[is];
}
