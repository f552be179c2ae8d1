import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { noSuchModel } from "./open-model.ts";

/**
 * Holds a model as it is until the transaction `db` ends; throws `NotFound` where it was deleted meanwhile. "share" is for who adds a job
 * or a checkpoint, "update" for who takes something away: the two wait for each other.
 */
export async function lockModel(db: Db, modelId: string, strength: "share" | "update"): Promise<void> {
  if (!(await tryLockModel(db, modelId, strength))) throw noSuchModel(modelId);
}

/** As `lockModel`, false where the model was deleted meanwhile. */
export function tryLockModel(db: Db, modelId: string, strength: "share" | "update"): Promise<boolean> {
  return lockRow(db, "model", { id: modelId, deletedAt: null }, strength);
}
