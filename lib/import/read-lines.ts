import { BadLine } from "./bad-line.ts";

/** A line of a file, from 1; `text` is null where the line cannot be read, and `reason` says why. */
export type Line = { number: number; bytesRead: number } & (
  | { text: string; reason?: undefined }
  | { text: null; reason: string }
);

/** No batch of calls can hold more than this. */
const LONGEST_LINE_BYTES = 32 * 1024 * 1024;
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
    if (this.#length > LONGEST_LINE_BYTES) this.#parts = [];
    else if (bytes.length > 0) this.#parts.push(bytes);
  }

  take(): { text: string } | { text: null; reason: string } {
    const [parts, length] = [this.#parts, this.#length];
    this.#parts = [];
    this.#length = 0;
    if (length > LONGEST_LINE_BYTES)
      return { text: null, reason: `it is ${length} bytes long; at most ${LONGEST_LINE_BYTES} are read` };
    try {
      return { text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)).trim() };
    } catch {
      return { text: null, reason: "it is not UTF-8" };
    }
  }
}

export function requireText(line: Line): string {
  if (line.text === null) throw new BadLine(line.reason);
  return line.text;
}
