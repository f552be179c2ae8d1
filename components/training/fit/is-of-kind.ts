import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";

/** Whether a job that takes such rows can take those of a file, as far as it is known what they are. */
export function isOfKind({ kind }: Pick<UploadedFile, "kind">, kinds: readonly DatasetKind[]): boolean {
  return kind === null || kinds.includes(kind);
}
