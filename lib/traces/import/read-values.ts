import { decoded, MAX_RECORD_BYTES, type Read, tooLong } from "./decode-record.internal.ts";
import type { Line } from "./read-lines.ts";

const [NEWLINE, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BETWEEN = new Set([0x09, NEWLINE, 0x0d, 0x20, COMMA, OPEN_LIST, CLOSE_LIST, CLOSE_OBJECT]);
const BYTE_ORDER_MARK = new Set([0xef, 0xbb, 0xbf]);
/** The way to the name of an object's first field. */
const HEAD = /^\{\s*("(?:[^"\\]|\\.)*")\s*:/;
const MAX_HEAD = 1_000;

/**
 * The values of a JSON array, or values one after the other, as they arrive. A broken one spoils no other: the next is then where an
 * object begins with the same field as the first one.
 */
export async function* readValues(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const cutter = new Cutter();
  for await (const chunk of chunks) yield* cutter.add(chunk);
  yield* cutter.end();
}

class Cutter {
  #bytes = new Uint8Array(128 * 1024);
  #length = 0;
  /** How many bytes of the file lie before `#bytes`. */
  #dropped = 0;
  #at = 0;
  /** Where the value that is being read begins; below 0 between values. */
  #start = -1;
  /** The closing brackets that the value still needs, the next one last. */
  #closers: number[] = [];
  #isInString = false;
  #isEscaped = false;
  #isBroken = false;
  /** How much of a broken value is no longer kept. */
  #lost = 0;
  /** The characters with which the objects begin. */
  #head: RegExp | null = null;
  #number = 0;

  *add(chunk: Uint8Array): Generator<Line> {
    this.#append(chunk);
    yield* this.#scan();
  }

  *end(): Generator<Line> {
    while (this.#start >= 0) {
      if (this.#isBroken || this.#closers.length > 0) {
        this.#isBroken = true;
        yield this.#giveUp(this.#findNext() ?? this.#length);
      } else yield this.#take();
      yield* this.#scan();
    }
  }

  #append(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#bytes.length) this.#makeRoom(chunk.length);
    this.#bytes.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  /** Values that were taken go. */
  #makeRoom(more: number): void {
    const from = this.#start < 0 ? this.#at : this.#start;
    const length = this.#length - from;
    const room = (length + more) * 2 > this.#bytes.length ? new Uint8Array((length + more) * 2) : this.#bytes;
    room.set(this.#bytes.subarray(from, this.#length));
    this.#bytes = room;
    this.#length = length;
    this.#dropped += from;
    this.#at -= from;
    if (this.#start >= 0) this.#start = 0;
  }

  *#scan(): Generator<Line> {
    while (this.#at < this.#length) {
      if (this.#isBroken) {
        const next = this.#findNext();
        if (next === null) return this.#forget();
        yield this.#giveUp(next);
      } else if (this.#start < 0) this.#begin(this.#bytes[this.#at] ?? 0);
      else if (this.#isWhole(this.#bytes[this.#at] ?? 0)) yield this.#take();
      else if (this.#at - this.#start > MAX_RECORD_BYTES) this.#isBroken = true;
    }
  }

  #begin(byte: number): void {
    const isFirst = this.#dropped + this.#at < BYTE_ORDER_MARK.size;
    if (BETWEEN.has(byte) || (isFirst && BYTE_ORDER_MARK.has(byte))) this.#at += 1;
    else this.#start = this.#at;
  }

  /** Advances by a byte, or over the plain bytes of a string. Returns whether the value ends before `#at`. */
  #isWhole(byte: number): boolean {
    if (this.#isInString) this.#passInString();
    else if (this.#closers.length === 0 && (byte === COMMA || byte === CLOSE_LIST || byte === NEWLINE))
      return true;
    else if (byte === QUOTE) this.#isInString = true;
    else if (byte === OPEN_OBJECT) this.#closers.push(CLOSE_OBJECT);
    else if (byte === OPEN_LIST) this.#closers.push(CLOSE_LIST);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      this.#isBroken = this.#closers.pop() !== byte;
      this.#at += 1;
      return this.#closers.length === 0 && !this.#isBroken;
    }
    this.#at += 1;
    return false;
  }

  /** No string of JSON goes beyond its line. */
  #passInString(): void {
    const [bytes, length] = [this.#bytes, this.#length];
    let at = this.#at;
    if (this.#isEscaped) this.#isEscaped = false;
    else {
      while (at < length && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH && bytes[at] !== NEWLINE) at += 1;
      this.#isEscaped = bytes[at] === BACKSLASH;
      this.#isInString = at === length || this.#isEscaped;
    }
    this.#at = Math.min(at, length - 1);
  }

  #take(): Line {
    this.#head ??= this.#readHead();
    return this.#emit(decoded(this.#bytes.subarray(this.#start, this.#at)));
  }

  #giveUp(next: number): Line {
    const length = this.#lost + next - this.#start;
    this.#at = next;
    const reason = "it is not JSON: its brackets do not match";
    return this.#emit(length > MAX_RECORD_BYTES ? tooLong(length) : { text: null, reason });
  }

  #emit(read: Read): Line {
    this.#start = -1;
    this.#closers = [];
    this.#isInString = this.#isEscaped = this.#isBroken = false;
    this.#lost = 0;
    this.#number += 1;
    return { number: this.#number, bytesRead: this.#dropped + this.#at, ...read };
  }

  /** The start of the next object after a broken one, or null if none has begun yet. */
  #findNext(): number | null {
    this.#head ??= this.#readHead();
    const from = this.#start + 1;
    const found = this.#head ? latin1(this.#bytes.subarray(from, this.#length)).search(this.#head) : -1;
    return found < 0 ? null : from + found;
  }

  /** Of a broken value only so much is kept as the head of the next may take. */
  #forget(): void {
    const kept = Math.max(this.#start, this.#length - MAX_HEAD);
    this.#lost += kept - this.#start;
    this.#start = kept;
    this.#at = this.#length;
  }

  #readHead(): RegExp | null {
    const start = latin1(this.#bytes.subarray(this.#start, this.#start + MAX_HEAD));
    const [, name] = HEAD.exec(start) ?? [];
    return name === undefined ? null : new RegExp(`\\{\\s*${name.replace(/[^\w"]/g, "\\$&")}\\s*:`);
  }
}

/** One character a byte, so that places in both are the same. */
function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
