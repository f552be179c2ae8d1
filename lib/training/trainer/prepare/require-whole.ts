import os from "node:os";
import { verifyFolder } from "#lib/engine/embedded/files/write-folder.ts";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { type CheckpointRow, markCorrupt } from "#lib/models/checkpoints/checkpoints.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";

/**
 * Verifies a checkpoint's files. A damaged one is taken out of service and fails its job (`Rejected`); one that is missing here may be whole
 * elsewhere (`MissingFiles`).
 */
export async function requireWhole(db: Db, { name }: ModelRow, checkpoint: CheckpointRow): Promise<void> {
  if (checkpoint.folder === null) return;
  try {
    await verifyFolder(absolutePath(checkpoint.folder), checkpoint.files);
  } catch (error) {
    if (error instanceof MissingFiles)
      throw new MissingFiles(
        `The files of step ${checkpoint.step} of ${name} are not on ${os.hostname()}; put them back, or start a trainer where they are`,
      );
    if (!(error instanceof CorruptFiles)) throw error;
    await markCorrupt(db, checkpoint.id);
    throw new Rejected(
      `The files of step ${checkpoint.step} of ${name} have changed since they were written, so it can no longer be used; a new job starts from the step before it`,
    );
  }
}
