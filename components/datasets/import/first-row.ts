import { requestOf } from "#lib/client/call.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { getFileContent } from "#lib/contract/training/files.ts";
import { kindOfRow } from "#lib/datasets/import/row-shapes.ts";

/** What the rows of an uploaded file are for, by the first of them. No more of it is read than that takes. */
export async function firstRowOf(fileId: string, signal: AbortSignal): Promise<DatasetKind> {
  const response = await fetch(requestOf(getFileContent, { fileId }, { signal }));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text = (text + part.value).trimStart();
    if (text.includes("\n")) break;
  }
  await reader?.cancel();
  return kindIn(text.split("\n", 1)[0] ?? "");
}

function kindIn(line: string): DatasetKind {
  try {
    const row: unknown = JSON.parse(line);
    return (isDict(row) ? kindOfRow(row) : null) ?? "sft";
  } catch {
    return "sft";
  }
}
