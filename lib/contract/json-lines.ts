import { type Fault, fault, type Payload } from "./fault.ts";
import { present } from "./fields.ts";
import * as z from "./zod.ts";

/** What goes from hand to hand at once, so that others wait for no more than that. */
const PIECE_BYTES = 1024 * 1024;
const [LINE_FEED, COMMA, CLOSE_BRACKET] = [0x0a, 0x2c, 0x5d];

/** The elements of a long list as the text that they came in, since as values they would take far more memory. */
export class JsonLines {
  /** UTF-8, one element a line, each line with its end. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, count: number) {
    this.bytes = bytes;
    this.count = count;
  }

  /** The lines in pieces of at most a mebibyte, cut anywhere. */
  *pieces(): Generator<Uint8Array<ArrayBuffer>> {
    for (let from = 0; from < this.bytes.length; from += PIECE_BYTES)
      yield this.bytes.subarray(from, from + PIECE_BYTES);
  }

  /** The JSON of the whole list, in copied pieces. */
  *listText(): Generator<Uint8Array<ArrayBuffer>> {
    yield new TextEncoder().encode(this.count === 0 ? "[]" : "[");
    let left = this.bytes.length;
    for (const piece of this.pieces()) {
      const text = piece.slice();
      for (let at = text.indexOf(LINE_FEED); at >= 0; at = text.indexOf(LINE_FEED, at + 1)) text[at] = COMMA;
      left -= text.length;
      if (left === 0) text[text.length - 1] = CLOSE_BRACKET;
      yield text;
    }
  }
}

/** A list of any values, which reaches the verb as `JsonLines` where it is long. */
export function longList({
  max = Number.POSITIVE_INFINITY,
}: {
  max?: number;
} = {}): z.Schema<readonly unknown[] | JsonLines> {
  const jsonSchema = { type: "array", items: {}, ...(Number.isFinite(max) ? { maxItems: max } : {}) };
  return z.codec(present(jsonSchema), z.custom<readonly unknown[] | JsonLines>(), {
    decode: (value, payload) => {
      if (value instanceof JsonLines) return value.count > max ? refused(payload, value.count, max) : value;
      if (!Array.isArray(value)) return refusedWith(payload, { type: "list_type" });
      return value.length > max ? refused(payload, value.length, max) : value;
    },
    encode: (value) => value,
  });
}

function refused(payload: Payload, actual: number, bound: number): never {
  return refusedWith(payload, { type: "too_long", bound, actual });
}

function refusedWith(payload: Payload, what: Fault): never {
  fault(payload, what);
  return z.NEVER;
}
