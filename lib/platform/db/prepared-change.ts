import type { Db, Limits } from "./database.ts";

/** The rest of a verb after its reads and computations: one transaction, which others may join. */
export type PreparedChange<T> = { store: (db: Db) => Promise<T>; limits: Limits };

export function storePrepared<T>(db: Db, { store, limits }: PreparedChange<T>): Promise<T> {
  return db.transaction(store, limits);
}
