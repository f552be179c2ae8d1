import { Rejected } from "#lib/platform/errors.ts";
import { linesOf } from "#lib/platform/storage/lines-of.ts";

/** The rows of training data as `read` understands each line. Blank lines count but hold none. Throws `Rejected` that names the line. */
export async function* readRows<T>(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  { read, line }: { read: (json: unknown, line: number) => T; line: string },
): AsyncGenerator<T> {
  for await (const { text, number } of linesOf(chunks))
    if (text.trim() !== "") yield read(parsedLine(text, { number, line }), number);
}

/** A line's JSON; `line` says what each line should be. */
export function parsedLine(text: string, { number, line }: { number: number; line: string }): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejected(`line ${number} is not JSON; each line is ${line}`);
  }
}
