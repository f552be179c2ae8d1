import { setImmediate as othersTurn } from "node:timers/promises";
import { MIB } from "#lib/contract/endpoint.ts";
import { Rejected } from "#lib/platform/errors.ts";

/** A longer line is not a row: the file has no line feeds. */
export const MAX_LINE_BYTES = 16 * MIB;

const LINE_FEED = 0x0a;

/** How long others wait while lines are looked for: a file may have many millions of blank ones. */
const TURN_MS = 10;

/**
 * The lines of a file, from 1, without the blank ones, which count all the same. Only a line feed ends a line: JSON may hold the other separators that
 * Node's own reader of lines knows. Throws `Rejected` at a line that is no UTF-8, or longer than any row, before it is put together. Other requests are
 * served in between; `signal` ends it.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<{ text: string; number: number }> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 0;
  let turnEnds = performance.now() + TURN_MS;
  const othersWait = async () => {
    await othersTurn();
    signal?.throwIfAborted();
    turnEnds = performance.now() + TURN_MS;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      number += 1;
      if (restBytes > 0 || !isBlank(chunk, from, end))
        yield { text: decoded([...rest, chunk.subarray(from, end)], number), number };
      rest = [];
      restBytes = 0;
      from = end + 1;
      if (performance.now() > turnEnds) await othersWait();
    }
    restBytes += chunk.length - from;
    if (restBytes > MAX_LINE_BYTES) throw tooLong(number + 1);
    if (from < chunk.length) rest.push(chunk.subarray(from));
    if (performance.now() > turnEnds) await othersWait();
  }
  const last = decoded(rest, number + 1);
  if (last.trim() !== "") yield { text: last, number: number + 1 };
}

/** Whether there is nothing but what JSON allows between values. */
function isBlank(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (!BLANKS.has(bytes[at] ?? 0)) return false;
  return true;
}

/** Space, tab and carriage return. */
const BLANKS = new Set([0x20, 0x09, 0x0d]);

/** The line that a `Rejected` of these lines is about. */
export function lineNamedIn(message: string): number | null {
  const found = /^line (\d+)/.exec(message);
  return found ? Number(found[1]) : null;
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
