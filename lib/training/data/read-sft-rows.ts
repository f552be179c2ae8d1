import { Rejected } from "#lib/platform/errors.ts";
import { linesOf } from "#lib/platform/storage/lines-of.ts";
import { readSftRow, type SftRow } from "#lib/training/trajectories/render-row.ts";

/** The conversations of a training file as it is read. Blank lines count but hold none. Throws `Rejected` that names the line. */
export async function* readSftRows(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<SftRow> {
  for await (const { text, number } of linesOf(chunks))
    if (text.trim() !== "") yield readSftRow(parsed(text, number), number);
}

function parsed(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejected(`line ${number} is not JSON; each line is one object {"messages": […]}`);
  }
}
