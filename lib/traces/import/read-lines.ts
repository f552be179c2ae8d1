import { decoded, MAX_RECORD_BYTES, type Read, tooLong } from "./decode-record.internal.ts";

/** A line of a file, from 1; `text` is null where the line cannot be read, and `reason` says why. */
export type Line = { number: number; bytesRead: number } & Read;

const NEWLINE = 0x0a;

/**
 * The lines of a file as they arrive, blank ones left out. Only a line feed ends a line: JSON may hold the other separators that
 * Node's own reader of lines knows.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const pending = new PendingLine();
  let number = 0;
  let bytesRead = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      pending.add(chunk.subarray(from, end));
      bytesRead += end + 1 - from;
      number += 1;
      const line = pending.take();
      if (line.text !== "") yield { number, bytesRead, ...line };
      from = end + 1;
    }
    pending.add(chunk.subarray(from));
    bytesRead += chunk.length - from;
  }
  const last = pending.take();
  if (last.text !== "") yield { number: number + 1, bytesRead, ...last };
}

/** The bytes of a line so far; of a line that is too long only its length is kept. */
class PendingLine {
  #parts: Uint8Array[] = [];
  #length = 0;

  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > MAX_RECORD_BYTES) this.#parts = [];
    else if (bytes.length > 0) this.#parts.push(bytes);
  }

  take(): Read {
    const [parts, length] = [this.#parts, this.#length];
    this.#parts = [];
    this.#length = 0;
    if (length > MAX_RECORD_BYTES) return tooLong(length);
    const [only = new Uint8Array()] = parts;
    return decoded(parts.length <= 1 ? only : joined(parts, length));
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
