import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { noSuchModel } from "./open-model.ts";

/**
 * Locks a model until the transaction `db` ends; throws `NotFound` if it has been deleted. Use "share" to add a job or a checkpoint, and
 * "update" to remove something: the two wait for each other.
 */
export async function lockModel(db: Db, modelId: string, strength: "share" | "update"): Promise<void> {
  if (!(await tryLockModel(db, modelId, strength))) throw noSuchModel(modelId);
}

/** As `lockModel`, but returns false if the model has been deleted. */
export function tryLockModel(db: Db, modelId: string, strength: "share" | "update"): Promise<boolean> {
  return lockRow(db, "model", { id: modelId, deletedAt: null }, strength);
}
