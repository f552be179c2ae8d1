import { readRows } from "#lib/training/read-rows.ts";
import type { SftRow } from "#lib/training/trajectories/render-row.ts";
import { SUPERVISED_ROWS } from "./row-shape.ts";

/** The conversations of a training file as it is read. */
export function readSftRows(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<SftRow> {
  return readRows(chunks, SUPERVISED_ROWS);
}
