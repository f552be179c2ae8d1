import type { AccountCtx } from "#lib/access/context.ts";
import { findProject, requireProject } from "#lib/access/permissions/require-project.ts";
import { isStorableText } from "#lib/contract/storable.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { type FileRow, noSuchFile, openFile } from "./open-file.ts";

/** A file of conversations on this machine; every line of it was checked when it came. */
export type TrainingFile = {
  readonly fileId: string;
  readonly projectId: string;
  /** Absolute. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly rows: number;
  readonly tokenCount: number;
};

type Reader = Pick<AccountCtx, "db" | "actor">;

/**
 * The uploaded file that a reference names: its id, or `wandb-artifact:///entity/project/name` with `:vN`, `:latest` or nothing, which is
 * the newest version. Throws `NotFound` in the same words for unknown, deleted and foreign ones.
 */
export async function openTrainingFile(ctx: Reader, reference: string): Promise<TrainingFile> {
  if (!isStorableText(reference)) throw noSuchFile(reference.toWellFormed());
  const artifact = readArtifact(reference);
  if (artifact) return toTrainingFile(await openVersion(ctx, artifact, reference));
  return toTrainingFile((await openFile(ctx, reference, "models:read")).row);
}

/** The file of this id, for who was allowed to use it before. Throws `NotFound` where it was deleted since. */
export async function trainingFileOf(db: Db, fileId: string): Promise<TrainingFile> {
  const row = await db.prisma.uploadedFile.findFirst({ where: { id: fileId, deletedAt: null } });
  if (!row) throw noSuchFile(fileId);
  return toTrainingFile(row);
}

type Artifact = { path: string; name: string; version: number | null };

const ARTIFACT =
  /^wandb-artifact:\/{2,3}(?<path>[^/\s]+\/[^/\s]+)\/(?<name>[^/:@\s]+)(?::(?:latest|v(?<version>\d{1,9})))?$/;

function readArtifact(reference: string): Artifact | null {
  const { path, name, version } = ARTIFACT.exec(reference)?.groups ?? {};
  if (path === undefined || name === undefined) return null;
  return { path, name, version: version === undefined ? null : Number(version) };
}

async function openVersion(
  { db, actor }: Reader,
  { path, name, version }: Artifact,
  reference: string,
): Promise<FileRow> {
  const project = await findProject(db, actor, path);
  if (!project) throw noSuchFile(reference);
  await requireProject(db, actor, { path, permission: "models:read" });
  const row = await db.prisma.uploadedFile.findFirst({
    where: {
      projectId: project.id,
      artifactName: name,
      deletedAt: null,
      ...(version === null ? {} : { artifactVersion: version }),
    },
    orderBy: { artifactVersion: "desc" },
  });
  if (!row) throw noSuchFile(reference);
  return row;
}

function toTrainingFile({ id, projectId, path, sizeBytes, rows, tokenCount }: FileRow): TrainingFile {
  return {
    fileId: id,
    projectId,
    path: absolutePath(path),
    sizeBytes: Number(sizeBytes),
    rows,
    tokenCount,
  };
}
