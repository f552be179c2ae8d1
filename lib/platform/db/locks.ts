import { bool, columnName, columns } from "./columns.ts";
import type { Db } from "./database.ts";
import { join, Sql, sql } from "./sql.ts";
import type { Tables } from "./tables.ts";

type Where<Table extends keyof Tables> = { [Field in keyof Tables[Table]]?: string | null };

/**
 * Locks a row until the transaction `db` ends; false if there is no such row. "no key update" still lets others refer to the row, and "share"
 * lets others take the same lock.
 */
export async function lockRow<Table extends keyof Tables>(
  db: Db,
  table: Table,
  where: Where<Table>,
  strength: "update" | "no key update" | "share" = "no key update",
): Promise<boolean> {
  const conditions = Object.entries(where).map(([field, value]) =>
    value === null
      ? sql`${raw(columnName(field))} is null`
      : sql`${raw(columnName(field))} = ${String(value)}`,
  );
  const found = await db.query(
    sql`select 1 from ${raw(table)} where ${join(conditions, " and ")} for ${raw(strength)}`,
  );
  return found.length > 0;
}

/** A mutual exclusion lock by name, across processes: waits for other holders, and holds it until the transaction `db` ends. */
export async function lockName(db: Db, name: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`, "lock-name");
}

/** As `lockName`, but returns false instead of waiting. */
export async function tryLockName(db: Db, name: string): Promise<boolean> {
  const isLocked = bool(sql`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const [row] = await db.query(sql`select ${columns({ isLocked })}`);
  return row?.isLocked === true;
}

/** Names of tables and columns are those of the schema and never a caller's. */
function raw(text: string): Sql {
  return new Sql([text], []);
}
