import { open, rename } from "node:fs/promises";
import path from "node:path";
import type { Project, UploadCtx } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { openProjects } from "#lib/access/permissions/open-projects.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { createFile as contract } from "#lib/contract/training/files.ts";
import { keptChatFormat } from "#lib/engine/text/kept-chat-format.ts";
import { BUNDLED_MODEL } from "#lib/models/base-models/base-models.ts";
import { requireBaseModel } from "#lib/models/base-models/require-base-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { newId } from "#lib/platform/ids.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { preparedPath, removeData, uploadedFilePath } from "#lib/platform/storage/data-paths.ts";
import { readColumns } from "./arrivals/read-columns.internal.ts";
import { withLines } from "./arrivals/with-lines.internal.ts";
import { checkRows, type RowsFound, type Shape } from "./check-rows.internal.ts";
import { toFile } from "./file-shape.internal.ts";
import type { FileRow } from "./open-file.ts";

type Input = InputOf<typeof contract>;

export async function createFile(ctx: UploadCtx, input: Input): Promise<ReplyOf<typeof contract>> {
  const project = await openPlace(ctx, input);
  return toFile(await storeFile({ ...ctx, project }, input), project);
}

type Stored = Omit<Input, "projectId"> & {
  /** What all rows are; the first one says it where that is not known. */
  shape?: Shape | null;
  /** Looks at the lines once each is known to be a row; what it throws keeps the file out. */
  inspect?: (path: string) => Promise<void>;
};
type Place = UploadCtx & { project: Project };

/** The file is checked and in its place before its row is there; where the row cannot be written, the file goes again. */
export async function storeFile(ctx: Place, { inspect, shape = null, ...input }: Stored): Promise<FileRow> {
  const columns = input.columns === undefined ? null : readColumns(input.columns);
  const base = await requireBaseModel(input.baseModel ?? BUNDLED_MODEL);
  return withLines({ files: ctx.files, columns }, async (file) => {
    const found = await checkRows(file.path, { format: await keptChatFormat(base.folder), shape });
    await inspect?.(file.path);
    return keepFile({ ...ctx, file }, input, found);
  });
}

async function keepFile(
  ctx: Place,
  input: Pick<Stored, "purpose" | "artifact">,
  found: RowsFound,
): Promise<FileRow> {
  const id = newId();
  const place = uploadedFilePath(id);
  await moveInto(ctx.file.path, place);
  try {
    return await insertFile(ctx, input, { ...found, id, path: place });
  } catch (error) {
    await removeData(place);
    throw error;
  }
}

const PERMISSION = "models:write";

async function openPlace({ db, actor }: UploadCtx, { projectId, artifact }: Input): Promise<Project> {
  const [entity, name] = artifact?.split("/") ?? [];
  const ofArtifact = artifact === undefined ? undefined : `${entity}/${name}`;
  if (projectId !== undefined && ofArtifact !== undefined && projectId !== ofArtifact)
    throw invalidAt(["body", "artifact"], {
      type: "value_error",
      text: `the artifact belongs to ${ofArtifact}, but project_id is ${projectId}; leave one of them out`,
    });
  const named = projectId ?? ofArtifact;
  if (named !== undefined) {
    await openProjects(db, actor, { paths: [named], permission: PERMISSION, creates: true });
    return requireProject(db, actor, { path: named, permission: PERMISSION });
  }
  const [only, ...others] = await allowedProjects(db, actor, PERMISSION);
  if (only && others.length === 0) return only;
  const why = only ? "you may write to several projects" : "you may write to no project";
  throw invalidAt(["body", "project_id"], {
    type: "value_error",
    text: `${why}; name the project of the file`,
  });
}

async function moveInto(from: string, place: string): Promise<void> {
  const to = await preparedPath(place);
  await rename(from, to);
  const folder = await open(path.dirname(to));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

type NewFile = RowsFound & { id: string; path: string };

/** Versions of an artifact count from 0, deleted ones included, so that a version never means two files. */
function insertFile(
  { db, actor, file, project }: Place,
  { purpose, artifact }: Pick<Stored, "purpose" | "artifact">,
  { id, path: place, rows, roles, tokenCount }: NewFile,
): Promise<FileRow> {
  const artifactName = artifact?.split("/")[2] ?? null;
  const { filename, sizeBytes, sha256 } = file;
  return db.transaction(async (tx) => {
    const artifactVersion =
      artifactName === null ? null : await nextVersion(tx, { projectId: project.id, artifactName });
    const data = { id, projectId: project.id, filename, purpose, sizeBytes, sha256, path: place };
    return tx.prisma.uploadedFile.create({
      data: { ...data, rows, tokenCount, roles, artifactName, artifactVersion, createdBy: actor.userId },
    });
  });
}

async function nextVersion(
  db: Db,
  { projectId, artifactName }: { projectId: string; artifactName: string },
): Promise<number> {
  await lockName(db, `artifact ${projectId} ${artifactName}`);
  const newest = await db.prisma.uploadedFile.aggregate({
    where: { projectId, artifactName },
    _max: { artifactVersion: true },
  });
  return (newest._max.artifactVersion ?? -1) + 1;
}
