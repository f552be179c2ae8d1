import { setImmediate as othersTurn } from "node:timers/promises";
import { TooLarge, Unreadable, UnsupportedMediaType } from "#lib/errors.ts";
import { problemsOfJson } from "./json-problem.ts";

const MOST_DEPTH = 256;
const MOST_NODES = 1_000_000;
const MOST_KEYS = 20_000;

export type BodyRules = {
  maxBytes: number;
  /** Cookie-authenticated requests must say that they are JSON; programs may leave it out. */
  requireContentType: boolean;
  /** Bodies of training data may hold more values than any other. */
  countNodes?: boolean;
};

/** Reads a JSON body whatever its declared length, refusing at the cap. An empty body is `undefined`. */
export async function readJsonBody(request: Request, rules: BodyRules): Promise<unknown> {
  refuseEncoded(request.headers);
  requireJsonType(request.headers, rules.requireContentType);
  const bytes = await readCapped(request, rules.maxBytes);
  if (bytes.length === 0) return undefined;
  await refuseBombs(bytes, rules.countNodes ?? true);
  return parse(decode(bytes));
}

/** Nothing is unpacked here: a small body could become a large one. */
export function refuseEncoded(headers: Headers): void {
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity")
    throw new UnsupportedMediaType(
      `Content-Encoding '${encoding.slice(0, 40)}' is not read here; send the body as it is`,
    );
}

function requireJsonType(headers: Headers, required: boolean): void {
  const type = headers.get("content-type");
  if (type === null && !required) return;
  if (type === null || !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type))
    throw new UnsupportedMediaType("Unsupported Media Type");
}

/** The bytes of a body, refused at the cap whatever length was declared. */
export async function readCapped(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > maxBytes) {
      // Waiting for the cancellation would let a slow sender hold the request open.
      void reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    chunks.push(part.value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
}

export function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge(
    `Request too large: the limit here is ${maxBytes} bytes; send fewer items in one request`,
  );
}

/**
 * Looks at the bytes before parsing: a deeply nested value would overflow the stack of whatever walks it later, and
 * objects and lists without end would take more memory than their bytes say. Large bodies are looked at a slice at a time, so that
 * other requests are served meanwhile.
 */
async function refuseBombs(bytes: Uint8Array, countNodes: boolean): Promise<void> {
  const scan = new Scan();
  for (let from = 0; from < bytes.length && !scan.isOver; from += SLICE_BYTES) {
    if (from > 0) await othersTurn();
    scan.take(bytes.subarray(from, from + SLICE_BYTES));
  }
  if (countNodes && scan.nodes > MOST_NODES) throw unreadable();
}

const SLICE_BYTES = 4 * 1024 * 1024;

/** What the bytes so far say of the value's form. */
class Scan {
  nodes = 0;
  /** More ends than beginnings: the parser will say where. */
  isOver = false;
  readonly #commas = new Uint32Array(MOST_DEPTH + 1);
  readonly #isObject = new Uint8Array(MOST_DEPTH + 1);
  #depth = 0;
  #inString = false;
  #isEscaped = false;

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
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte);
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.isOver = --this.#depth < 0;
      else if (byte === COMMA) this.#count();
    }
    // A backslash was the last byte, so the first one of the next slice belongs to it.
    this.#isEscaped = i > bytes.length;
  }

  #open(byte: number): void {
    if (++this.#depth > MOST_DEPTH) throw unreadable();
    this.#commas[this.#depth] = 0;
    this.#isObject[this.#depth] = byte === OPEN_BRACE ? 1 : 0;
  }

  #count(): void {
    this.nodes++;
    const found = (this.#commas[this.#depth] ?? 0) + 1;
    this.#commas[this.#depth] = found;
    if (found >= MOST_KEYS && this.#isObject[this.#depth] === 1) throw unreadable();
  }
}

function unreadable(): Unreadable {
  return new Unreadable("There was an error parsing the body");
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unreadable();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problemsOfJson(text);
  }
}
