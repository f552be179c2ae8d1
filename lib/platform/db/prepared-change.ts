import type { Db, Limits } from "./database.ts";

/** The rest of a verb after its reads and computations: one transaction, which others may join. */
export type PreparedChange<T> = {
  store: (db: Db) => Promise<T>;
  limits: Limits;
  /** Undoes what was prepared beside the transaction, if the transaction fails or is not needed. */
  abandon?: () => Promise<void>;
};

export async function storePrepared<T>(db: Db, { store, limits, abandon }: PreparedChange<T>): Promise<T> {
  try {
    return await db.transaction(store, limits);
  } catch (error) {
    await abandon?.();
    throw error;
  }
}
