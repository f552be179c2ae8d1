import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Unreadable } from "#lib/platform/errors.ts";
import { tooLarge } from "./too-large.ts";

export function isGzip(headers: Headers): boolean {
  return headers.get("content-encoding")?.trim().toLowerCase() === "gzip";
}

/** Unpacks a gzip body off the main thread, and stops at the cap. */
export async function unpack(packed: Uint8Array, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = await inflate(packed, { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES });
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    if (Object(error).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
    // Whatever else zlib says is about the bytes that it was handed.
    throw new Unreadable("Content-Encoding is gzip, and the body is not, or is cut short");
  }
}

const CHUNK_BYTES = 256 * 1024;
const inflate = promisify<Uint8Array, { maxOutputLength: number; chunkSize: number }, Buffer<ArrayBuffer>>(
  gunzip,
);
