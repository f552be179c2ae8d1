import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { applyRoutines } from "#lib/platform/db/apply-routines.ts";

/** Prisma Migrate's own lock: concurrent starts, and a start concurrent with Prisma, wait for each other. */
const LOCK_ID = 72707369;
/** An earlier migration may hold the lock for long on a large database. */
const LOCK_TIMEOUT = "10min";

const BOOKKEEPING = `CREATE TABLE "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

type Migration = {
  name: string;
  sql: string;
  checksum: string;
};

type AppliedRow = {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
};

/** Where a database's history lies, and the present text of its functions; null for a history that has none. */
type Sources = { migrations: string; routines: string | null };

const OURS: Sources = { migrations: "prisma/migrations", routines: "lib/platform/db/routines" };

/**
 * Applies the migrations in order of name, with Prisma Migrate's bookkeeping, and then the functions and triggers whose text changed;
 * returns the names of the migrations applied now.
 */
export async function migrate(url: string, sources: Sources = OURS): Promise<string[]> {
  const migrations = await readMigrations(sources.migrations);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_ID]);
    // Asking first lets a role that may make no table find that nothing is to be done.
    const { rows: found } = await client.query(`SELECT to_regclass('"_prisma_migrations"') AS at`);
    if (found[0]?.at === null) await client.query(BOOKKEEPING);
    const { rows } = await client.query<AppliedRow>(
      'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
    );
    const pending = pendingMigrations(migrations, rows);
    for (const migration of pending) await apply(client, migration);
    if (sources.routines !== null) await applyRoutines(client, sources.routines);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** The migrations under `directory` in the order of applying. */
export async function readMigrations(directory = "prisma/migrations"): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(directory, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

function pendingMigrations(migrations: Migration[], rows: AppliedRow[]): Migration[] {
  const applied = new Map(rows.map((row) => [row.migration_name, row]));
  const known = new Set(migrations.map((migration) => migration.name));
  for (const name of applied.keys())
    if (!known.has(name))
      throw new Error(
        `The database has migration ${name}, which this version does not know; run the newer version.`,
      );
  return migrations.filter(({ name, checksum }) => {
    const row = applied.get(name);
    if (!row) return true;
    if (!row.finished_at)
      throw new Error(
        `Migration ${name} failed when another tool applied it; repair the database, or use a new one.`,
      );
    if (row.checksum !== checksum)
      throw new Error(
        `Migration ${name} was edited after it was applied; restore the file, or use a new database.`,
      );
    return false;
  });
}

/** The SQL and its bookkeeping are one transaction, so that a crash leaves either both or neither. */
async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} failed and changed nothing: ${reason}`, { cause: error });
  }
}
