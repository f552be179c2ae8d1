import { Unreadable } from "#lib/platform/errors.ts";

const MAX_DEPTH = 256;
const MAX_KEYS = 20_000;

/**
 * What the bytes of a JSON text so far, taken a slice at a time, say of its form. Throws `Unreadable` where it is nested deeper than
 * 256 or an object has more than 20,000 keys. Kinds of brackets are not compared; the parser does that.
 */
export class JsonScan {
  /** Commas outside of strings. */
  nodes = 0;
  /** More ends than beginnings: the parser will say where. */
  isOver = false;
  /** The end (exclusive) of each list or object of at least `largeBytes`, by its start. */
  readonly large = new Map<number, number>();
  readonly #largeBytes: number;
  readonly #commas = new Uint32Array(MAX_DEPTH + 1);
  readonly #isObject = new Uint8Array(MAX_DEPTH + 1);
  readonly #starts = new Uint32Array(MAX_DEPTH + 1);
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #taken = 0;

  constructor(largeBytes = Number.POSITIVE_INFINITY) {
    this.#largeBytes = largeBytes;
  }

  /** Nothing is open, neither a bracket nor a string. */
  get isClosed(): boolean {
    return this.#depth === 0 && !this.#inString;
  }

  take(bytes: Uint8Array): void {
    let i = 0;
    if (this.#isEscaped) i++;
    this.#isEscaped = false;
    for (; i < bytes.length && !this.isOver; i++) {
      const byte = bytes[i];
      if (this.#inString) {
        if (byte === BACKSLASH) i++;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(this.#taken + i, byte === OPEN_BRACE);
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close(this.#taken + i + 1);
      else if (byte === COMMA) this.#count();
    }
    // A backslash was the last byte, so the first one of the next slice belongs to it.
    this.#isEscaped = i > bytes.length;
    this.#taken += bytes.length;
  }

  #open(at: number, isObject: boolean): void {
    if (++this.#depth > MAX_DEPTH) throw unreadable();
    this.#commas[this.#depth] = 0;
    this.#isObject[this.#depth] = isObject ? 1 : 0;
    this.#starts[this.#depth] = at;
  }

  #close(end: number): void {
    const start = this.#starts[this.#depth] ?? 0;
    this.isOver = --this.#depth < 0;
    if (!this.isOver && end - start >= this.#largeBytes) this.large.set(start, end);
  }

  #count(): void {
    this.nodes++;
    const found = (this.#commas[this.#depth] ?? 0) + 1;
    this.#commas[this.#depth] = found;
    if (found >= MAX_KEYS && this.#isObject[this.#depth] === 1) throw unreadable();
  }
}

/** The refusal of a body that is not text, or one that would take far more memory than its bytes say. */
export function unreadable(): Unreadable {
  return new Unreadable("There was an error parsing the body");
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
