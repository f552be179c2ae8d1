import type { Project } from "#lib/access/context.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";
import { COUNTED_BYTES } from "./check-rows.internal.ts";
import type { FileRow } from "./open-file.ts";

/** A file as the wire shows it. */
export function toFile(row: FileRow, { path }: Pick<Project, "path">): UploadedFile {
  const { id, filename, purpose, sha256, rows, kind, tokenCount, artifactName, artifactVersion } = row;
  const bytes = Number(row.sizeBytes);
  const artifact = artifactName === null ? null : `${path}/${artifactName}`;
  return {
    id,
    object: "file",
    bytes,
    createdAt: Math.floor(row.createdAt.getTime() / 1000),
    filename,
    purpose,
    status: "processed",
    projectId: path,
    sha256,
    rows,
    roles: Object.fromEntries(Object.entries(isDict(row.roles) ? row.roles : {}).filter(isCount)),
    kind,
    tokenCount,
    isTokenCountEstimated: bytes > COUNTED_BYTES,
    artifact,
    artifactVersion,
    trainingDataUrl: artifact === null ? id : `wandb-artifact:///${artifact}:v${artifactVersion}`,
  };
}

function isCount(entry: [string, unknown]): entry is [string, number] {
  return Number.isInteger(entry[1]);
}
