import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Migration } from "./read-migrations.ts";

/** The SQL and its bookkeeping are one transaction, so that a crash leaves either both or neither. */
export async function applyWhole(
  client: pg.Client,
  { name, sql, checksum, worksFrom }: Migration,
  isAhead: boolean,
): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, works_from, is_ahead, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, $5, now(), 1)`,
      [randomUUID(), checksum, name, worksFrom, isAhead],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} failed and changed nothing: ${reason}`, { cause: error });
  }
}
