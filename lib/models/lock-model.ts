import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { noSuchModel } from "./open-model.ts";

/**
 * Holds a model as it is until the transaction `db` ends; throws `NotFound` where it was deleted meanwhile. "share" is for who adds a job
 * or a checkpoint, "update" for who takes something away: the two wait for each other.
 */
export async function lockModel(db: Db, modelId: string, strength: "share" | "update"): Promise<void> {
  if (!(await tryLockModel(db, modelId, strength))) throw noSuchModel(modelId);
}

/** As `lockModel`, false where the model was deleted meanwhile. */
export async function tryLockModel(db: Db, modelId: string, strength: "share" | "update"): Promise<boolean> {
  const statement =
    strength === "share"
      ? sql`select 1 from model where id = ${modelId} and deleted_at is null for share`
      : sql`select 1 from model where id = ${modelId} and deleted_at is null for update`;
  const found = await db.query(statement);
  return found.length > 0;
}
