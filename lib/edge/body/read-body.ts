import { setImmediate as othersTurn } from "node:timers/promises";
import { UnsupportedMediaType } from "#lib/platform/errors.ts";
import { JsonScan, unreadable } from "#lib/platform/json/json-scan.ts";
import { isGzip, unpack } from "./gzip-body.ts";
import { problemsOfJson } from "./json-problem.ts";
import { isProtobuf } from "./protobuf-body.ts";
import { tooLarge } from "./too-large.ts";

const MAX_NODES = 1_000_000;
/** How much of a body is scanned or copied before others get a turn. */
const SLICE_BYTES = 1024 * 1024;

export type BodyRules = {
  maxBytes: number;
  /** Cookie-authenticated requests must say that they are JSON; programs may leave it out. */
  requireContentType: boolean;
  /** Whether a body may be compressed; `maxBytes` then also bounds its unpacked size. */
  takesGzip?: boolean;
  takesProtobuf?: boolean;
};

/** The bytes of a body of a type that is read here, whatever its declared length, unpacked, and refused at the cap. */
export async function readBodyBytes(
  request: Request,
  { maxBytes, requireContentType, takesGzip = false, takesProtobuf = false }: BodyRules,
): Promise<Uint8Array<ArrayBuffer>> {
  const isPacked = takesGzip && isGzip(request.headers);
  if (!isPacked) refuseEncoded(request.headers);
  if (!takesProtobuf || !isProtobuf(request.headers)) requireJsonType(request.headers, requireContentType);
  const sent = await readCapped(request, maxBytes);
  return isPacked ? unpack(sent, maxBytes) : sent;
}

/** The parsed body; `undefined` if it is empty. Training data may have more values than other bodies. */
export async function parseJsonBody(
  bytes: Uint8Array,
  { countNodes }: { countNodes: boolean },
): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  await refuseBombs(bytes, countNodes);
  return parse(decode(bytes));
}

/** Nothing is unpacked where the endpoint does not say so: a small body could become a large one. */
export function refuseEncoded(headers: Headers): void {
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity")
    throw new UnsupportedMediaType(
      `Content-Encoding '${encoding.slice(0, 40)}' is not supported here; send the body uncompressed`,
    );
}

function requireJsonType(headers: Headers, required: boolean): void {
  const type = headers.get("content-type");
  if (type === null && !required) return;
  if (type === null || !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type))
    throw new UnsupportedMediaType("Unsupported Media Type");
}

/** The bytes of a body, refused at the cap whatever length was declared. Bodies of more than a slice get a buffer of their own. */
export async function readCapped(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const gathered = new GatheredBytes(maxBytes);
  const reader = request.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (gathered.size + part.value.byteLength > maxBytes) {
      // Waiting for the cancellation would let a slow sender hold the request open.
      void reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    gathered.add(part.value);
  }
  return gathered.bytes();
}

/** Joined chunks. Large bodies are copied as they arrive, because joining them at the end would block other requests. */
class GatheredBytes {
  size = 0;
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #large: ArrayBuffer | null = null;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.byteLength;
    this.#chunks.push(chunk);
    if (this.size > SLICE_BYTES) this.#move();
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#large ? new Uint8Array(this.#large, 0, this.size) : joined(this.#chunks, this.size);
  }

  #move(): void {
    // Room for all that may come is only reserved; it takes memory as it is filled.
    this.#large ??= new ArrayBuffer(0, { maxByteLength: this.#maxBytes });
    let at = this.#large.byteLength;
    this.#large.resize(this.size);
    for (const chunk of this.#chunks) {
      new Uint8Array(this.#large, at).set(chunk);
      at += chunk.byteLength;
    }
    this.#chunks = [];
  }
}

function joined(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/**
 * Checks the bytes before parsing: deep nesting would overflow the stack of code that walks the value later, and great numbers of
 * objects and lists take far more memory than their bytes. Scans large bodies in slices, so that other requests are served in between.
 */
async function refuseBombs(bytes: Uint8Array, countNodes: boolean): Promise<void> {
  const scan = new JsonScan();
  for (let from = 0; from < bytes.length && !scan.isOver; from += SLICE_BYTES) {
    if (from > 0) await othersTurn();
    scan.take(bytes.subarray(from, from + SLICE_BYTES));
  }
  if (countNodes && scan.nodes > MAX_NODES) throw unreadable();
}

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
