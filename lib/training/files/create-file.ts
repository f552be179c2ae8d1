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
import { type FileOfLines, withLines } from "./arrivals/with-lines.internal.ts";
import { checkFile } from "./check-file.internal.ts";
import type { RowsFound, Shape } from "./check-rows.internal.ts";
import { toFile } from "./file-shape.internal.ts";
import type { FileRow } from "./open-file.ts";

type Input = InputOf<typeof contract>;

export async function createFile(ctx: UploadCtx, input: Input): Promise<ReplyOf<typeof contract>> {
  const project = await openPlace(ctx, input);
  const kept = await keepFile(ctx, input);
  try {
    const row = await ctx.db.transaction((db) => insertFile({ ...ctx, db, project }, kept, input));
    return toFile(row, project);
  } catch (error) {
    await removeData(kept.path);
    throw error;
  }
}

type Asked = Pick<Input, "columns" | "baseModel"> & {
  /** What all rows are; the first one says it where that is not known. */
  shape?: Shape | null;
  maxRows?: number;
  /** Looks at the lines once each is known to be a row; what it throws keeps the file out. */
  inspect?: (path: string) => Promise<void>;
};

/** A file that was checked and is in its place. No row names it yet: where none ever does, it is swept. */
export type KeptFile = RowsFound &
  Pick<FileOfLines, "filename" | "sizeBytes" | "sha256" | "origins"> & {
    id: string;
    path: string;
    createdAt: Date;
  };

export async function keepFile(
  { files, signal }: Pick<UploadCtx, "files" | "signal">,
  { inspect, shape = null, maxRows, ...input }: Asked,
): Promise<KeptFile> {
  const columns = input.columns === undefined ? null : readColumns(input.columns);
  const base = await requireBaseModel(input.baseModel ?? BUNDLED_MODEL);
  return withLines(
    { files, columns, maxRows, signal },
    async ({ path: arrived, filename, sizeBytes, sha256, origins }) => {
      const found = await checkFile(arrived, {
        sizeBytes,
        format: await keptChatFormat(base.folder),
        shape,
        maxRows,
        signal,
      });
      await inspect?.(arrived);
      const id = newId();
      const place = uploadedFilePath(id);
      await moveInto(arrived, place);
      return { ...found, filename, sizeBytes, sha256, origins, id, path: place, createdAt: new Date() };
    },
  );
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

/** To be called in a transaction. Versions of an artifact count from 0, deleted ones included, so that a version never means two files. */
export async function insertFile(
  { db, actor, project }: Pick<UploadCtx, "db" | "actor"> & { project: Project },
  { origins, ...kept }: KeptFile,
  { purpose, artifact }: Pick<Input, "purpose" | "artifact">,
): Promise<FileRow> {
  const artifactName = artifact?.split("/")[2] ?? null;
  const artifactVersion =
    artifactName === null ? null : await nextVersion(db, { projectId: project.id, artifactName });
  const of = { projectId: project.id, purpose, artifactName, artifactVersion, createdBy: actor.userId };
  return db.prisma.uploadedFile.create({ data: { ...kept, ...of, ...(origins ? { origins } : {}) } });
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
