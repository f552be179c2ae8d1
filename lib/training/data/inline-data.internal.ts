import type { InvalidRequest } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

const MAX_SHOWN = 200;

export function isInline(reference: string): boolean {
  return /^data:/i.test(reference);
}

/** What stands in a `data:` address; a 422 where it is none. */
export async function inlineBytes(reference: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return Buffer.from(await (await fetch(reference)).arrayBuffer());
  } catch {
    throw wrongSource(
      `'${reference.slice(0, MAX_SHOWN)}' is not a data address; write data:application/jsonl;base64, followed by the rows`,
    );
  }
}

/** The reference is a part of the body, so whatever is wrong with what it names is a fault of the body. */
export function wrongSource(text: string): InvalidRequest {
  return invalidAt(["body", "training_data_url"], { type: "value_error", text });
}
