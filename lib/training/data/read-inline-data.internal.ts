import { Rejected } from "#lib/platform/errors.ts";
import { inlineBytes, wrongSource } from "./inline-data.internal.ts";
import { readSftRows } from "./read-sft-rows.ts";

/** The training data in a `data:` address, each row of which was read; a 422 where they cannot be trained on. */
export async function readInlineData(reference: string): Promise<Buffer<ArrayBuffer>> {
  const bytes = await inlineBytes(reference);
  if ((await countRows(bytes)) > 0) return bytes;
  throw wrongSource("it has no rows; each line is one object with messages");
}

async function countRows(bytes: Buffer): Promise<number> {
  let rows = 0;
  try {
    for await (const _ of readSftRows([bytes])) rows += 1;
  } catch (error) {
    if (error instanceof Rejected) throw wrongSource(error.message);
    throw error;
  }
  return rows;
}
