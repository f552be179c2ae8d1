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
  requireJsonType(request.headers, rules.requireContentType);
  const bytes = await readCapped(request, rules.maxBytes);
  if (bytes.length === 0) return undefined;
  refuseBombs(bytes, rules.countNodes ?? true);
  return parse(decode(bytes));
}

function requireJsonType(headers: Headers, required: boolean): void {
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity")
    throw new UnsupportedMediaType(
      `Content-Encoding '${encoding.slice(0, 40)}' is not read here; send the body as it is`,
    );
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

function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge(
    `Request too large: the limit here is ${maxBytes} bytes; send fewer items in one request`,
  );
}

/**
 * Looks at the bytes before parsing: a deeply nested value would overflow the stack of whatever walks it later, and
 * objects and lists without end would take more memory than their bytes say.
 */
function refuseBombs(bytes: Uint8Array, countNodes: boolean): void {
  const commas = new Uint32Array(MOST_DEPTH + 1);
  const isObject = new Uint8Array(MOST_DEPTH + 1);
  let depth = 0;
  let nodes = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > MOST_DEPTH) throw unreadable();
      commas[depth] = 0;
      isObject[depth] = byte === OPEN_BRACE ? 1 : 0;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      // More ends than beginnings: the parser will say where.
      if (--depth < 0) return;
    } else if (byte === COMMA) {
      nodes++;
      const found = (commas[depth] ?? 0) + 1;
      commas[depth] = found;
      if (found >= MOST_KEYS && isObject[depth] === 1) throw unreadable();
    }
  }
  if (countNodes && nodes > MOST_NODES) throw unreadable();
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
