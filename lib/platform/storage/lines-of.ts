import { MIB } from "#lib/contract/endpoint.ts";
import { Rejected } from "#lib/platform/errors.ts";

/** A longer line is not a row: the file has no line feeds. */
export const MAX_LINE_BYTES = 16 * MIB;

const LINE_FEED = 0x0a;

/** The lines of a file, from 1. Only a line feed ends a line: JSON may hold the other separators that Node's own reader of lines knows. Throws `Rejected` at a line that is no UTF-8, or longer than any row, before it is put together. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<{ text: string; number: number }> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      number += 1;
      yield { text: decoded([...rest, chunk.subarray(from, end)], number), number };
      rest = [];
      restBytes = 0;
      from = end + 1;
    }
    restBytes += chunk.length - from;
    if (restBytes > MAX_LINE_BYTES) throw tooLong(number + 1);
    rest.push(chunk.subarray(from));
  }
  const last = decoded(rest, number + 1);
  if (last !== "") yield { text: last, number: number + 1 };
}

function tooLong(number: number): Rejected {
  return new Rejected(`line ${number} is longer than ${MAX_LINE_BYTES} bytes; end each row with a line feed`);
}

function decoded(parts: Buffer[], number: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new Rejected(`line ${number} is not UTF-8; save the file as UTF-8`);
  }
}
