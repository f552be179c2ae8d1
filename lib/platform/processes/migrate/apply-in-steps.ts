import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Pending } from "./compare-with-database.ts";
import type { Step } from "./read-migrations.ts";
import type { Progress } from "./report.ts";
import { watchIndexBuild } from "./watch-index-build.ts";

type Work = {
  url: string;
  migration: Pending;
  steps: Step[];
  /** Whether the code that serves now may not know it. */
  isAhead: boolean;
};

/**
 * Runs a migration step by step, each committed by itself, so that a step can do what no transaction may, such as building an index while
 * others write. A start that ends in between resumes with the step at which it ended; steps are written so that they can be repeated.
 */
export async function applyInSteps(
  client: pg.Client,
  { url, migration, steps, isAhead }: Work,
  report: (step: Progress["step"]) => void,
): Promise<void> {
  const { name, stepsBefore } = migration;
  const id = await begun(client, migration, isAhead);
  for (const [index, { title, sql }] of steps.entries()) {
    if (index < stepsBefore) continue;
    const at = { title, number: index + 1, of: steps.length };
    report({ ...at, share: null });
    try {
      await dropUnfinishedIndexes(client, sql);
      await watchIndexBuild(
        { url, client },
        () => client.query(sql),
        (share) => report({ ...at, share }),
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `Migration ${name} failed at step ${at.number} of ${at.of} (${title}), where the next start resumes: ${reason}`,
        { cause: error },
      );
    }
    await client.query(`UPDATE "_prisma_migrations" SET applied_steps_count = $2 WHERE id = $1`, [
      id,
      at.number,
    ]);
  }
  await client.query(`UPDATE "_prisma_migrations" SET finished_at = now() WHERE id = $1`, [id]);
}

/** The migration's row, which says how far it is. */
async function begun(
  client: pg.Client,
  { name, checksum, worksFrom, stepsBefore }: Pending,
  isAhead: boolean,
): Promise<string> {
  const id = randomUUID();
  await client.query("BEGIN");
  await client.query(`DELETE FROM "_prisma_migrations" WHERE migration_name = $1 AND finished_at IS NULL`, [
    name,
  ]);
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, works_from, is_ahead, applied_steps_count)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, checksum, name, worksFrom, isAhead, stepsBefore],
  );
  await client.query("COMMIT");
  return id;
}

/** An index that was being built when a start ended stays, is used by nobody, and would pass for one that exists. */
async function dropUnfinishedIndexes(client: pg.Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of rows)
    if (sql.includes(name)) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
}
