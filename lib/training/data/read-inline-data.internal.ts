import { Rejected } from "#lib/platform/errors.ts";
import { readRows } from "#lib/training/read-rows.ts";
import { inlineBytes, wrongSource } from "./inline-data.internal.ts";
import type { RowShape } from "./row-shape.ts";

/** The training data in a `data:` address, each row of which was read; a 422 where they cannot be trained on. */
export async function readInlineData(reference: string, shape: RowShape): Promise<Buffer<ArrayBuffer>> {
  const bytes = await inlineBytes(reference);
  if ((await countRows(bytes, shape)) > 0) return bytes;
  throw wrongSource(`it has no rows; each line is ${shape.line}`);
}

async function countRows(bytes: Buffer, shape: RowShape): Promise<number> {
  let rows = 0;
  try {
    for await (const _ of readRows([bytes], shape)) rows += 1;
  } catch (error) {
    if (error instanceof Rejected) throw wrongSource(error.message);
    throw error;
  }
  return rows;
}
