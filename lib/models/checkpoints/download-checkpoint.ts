import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { downloadCheckpoint as contract } from "#lib/contract/models/models.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { type OpenModel, openModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, Damaged, NotFound } from "#lib/platform/errors.ts";
import { StreamDownload } from "#lib/platform/file-download.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { type CheckpointRow, findCheckpoint, markCorrupt } from "./checkpoints.ts";
import { tarBytes, tarEnd, tarHeader, tarPadding } from "./tar-entry.internal.ts";

/** Bytes of a file in memory at a time. */
const PIECE_BYTES = 256 * 1024;

/** The archive is made while it is read, and each file is held against its hash on the way. */
export async function downloadCheckpoint(
  ctx: AccountCtx,
  { modelId, step }: InputOf<typeof contract>,
): Promise<StreamDownload> {
  const model = await openModel(ctx, modelId, "models:read");
  const checkpoint = await findCheckpoint(ctx.db, model, step);
  if (!checkpoint) throw new NotFound(`${model.name} has no checkpoint of step ${step}`);
  if (checkpoint.corruptAt !== null) throw changed(model, step);
  if (checkpoint.folder === null)
    throw new Conflict(
      `Step ${step} of ${model.name} is its base model ${model.baseModel} and has no files of its own; download a step that a job made`,
    );
  const folder = absolutePath(checkpoint.folder);
  await requireSizes(ctx.db, { model, checkpoint, folder });
  return new StreamDownload(
    archiveOf(ctx.db, { checkpoint, folder }),
    `${model.name}-step${checkpoint.step}.tar`,
    tarBytes(Object.values(checkpoint.files).map(({ sizeBytes }) => sizeBytes)),
  );
}

type Found = { checkpoint: CheckpointRow; folder: string };

/** Reports missing files and wrong sizes before the first byte is sent. */
async function requireSizes(
  db: Db,
  { model, checkpoint, folder }: Found & { model: OpenModel },
): Promise<void> {
  for (const [name, { sizeBytes }] of Object.entries(checkpoint.files)) {
    const found = await sizeOf(path.join(folder, name));
    if (found === sizeBytes) continue;
    if (found === null)
      throw new MissingFiles(
        `The files of step ${checkpoint.step} of ${model.name} are not on this machine; put them back, or download another step`,
      );
    await markCorrupt(db, checkpoint.id);
    throw changed(model, checkpoint.step);
  }
}

/** Null where the file is gone. */
async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

async function* archiveOf(db: Db, { checkpoint, folder }: Found): AsyncGenerator<Uint8Array> {
  const modifiedAt = new Date();
  for (const [name, { sizeBytes, sha256 }] of Object.entries(checkpoint.files)) {
    yield tarHeader({ name: `step${checkpoint.step}/${name}`, sizeBytes, modifiedAt });
    const hash = createHash("sha256");
    const pieces: AsyncIterable<Buffer> = createReadStream(path.join(folder, name), {
      highWaterMark: PIECE_BYTES,
      end: sizeBytes - 1,
    });
    // An end before the first byte would be read as the whole file.
    if (sizeBytes > 0)
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    if (hash.digest("hex") !== sha256) {
      await markCorrupt(db, checkpoint.id);
      throw new Damaged(`${name} has changed since it was written`);
    }
    yield tarPadding(sizeBytes);
  }
  yield tarEnd();
}

function changed({ name }: OpenModel, step: number): Conflict {
  return new Conflict(
    `The files of step ${step} of ${name} have changed since they were written; download another step`,
  );
}
