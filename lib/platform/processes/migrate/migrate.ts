import pg from "pg";
import { applyRoutines } from "#lib/platform/db/apply-routines.ts";
import { applyInSteps } from "./apply-in-steps.ts";
import { applyWhole } from "./apply-whole.ts";
import { type AppliedRow, comparedWith, thoseThatFit } from "./compare-with-database.ts";
import { readMigrations } from "./read-migrations.ts";
import { type Report, SILENT } from "./report.ts";
import { takeTurn } from "./take-turn.ts";

const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0);
ALTER TABLE "_prisma_migrations" ADD COLUMN IF NOT EXISTS "works_from" VARCHAR(255), ADD COLUMN IF NOT EXISTS "is_ahead" BOOLEAN NOT NULL DEFAULT false`;

/** Where a database's history lies, and the present text of its functions; null for a history that has none. */
type Sources = { migrations: string; routines: string | null };

const OURS: Sources = { migrations: "prisma/migrations", routines: "lib/platform/db/routines" };

type Options = Partial<Sources> & {
  report?: Report;
  /** Applies only what the code works with that serves now, as far as there is no migration before that it may not work with; no function changes. */
  beside?: boolean;
};

/**
 * Applies the migrations in order of name, with Prisma Migrate's bookkeeping, and then the functions and triggers whose text changed;
 * returns the names of the migrations applied now. A database that a newer version has migrated is left as it is, and refused where this
 * version's code cannot work with it.
 */
export async function migrate(
  url: string,
  { report = SILENT, beside = false, ...sources }: Options = {},
): Promise<string[]> {
  const { migrations: directory, routines } = { ...OURS, ...sources };
  const migrations = await readMigrations(directory);
  const client = await connect(url);
  try {
    await takeTurn(client, () => report(null));
    const rows = await appliedRows(client);
    const { pending: all, isNewer } = comparedWith(migrations, rows);
    const pending = beside ? thoseThatFit(all, rows) : all;
    for (const [index, migration] of pending.entries()) {
      const at = { migration: migration.name, number: index + 1, of: pending.length };
      report({ ...at, step: null });
      const { steps } = migration;
      if (steps === null) await applyWhole(client, migration, beside);
      else
        await applyInSteps(client, { url, migration, steps, isAhead: beside }, (step) =>
          report({ ...at, step }),
        );
    }
    // Who serves from now on knows all of them.
    if (!isNewer && !beside && rows.some(({ is_ahead }) => is_ahead))
      await client.query(`UPDATE "_prisma_migrations" SET is_ahead = false WHERE is_ahead`);
    if (routines !== null && !isNewer && !beside) await applyRoutines(client, routines);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Throws unless this version's code can work with the database as it is. For commands beside a service that may be of another version: what changes tables is its start. */
export async function requireMigrated(url: string, directory = OURS.migrations): Promise<void> {
  const client = await connect(url);
  try {
    const { pending } = comparedWith(await readMigrations(directory), await appliedRows(client));
    const [first] = pending;
    if (first)
      throw new Error(
        `The database lacks migration ${first.name} of this version: start this version once with npm start, or run the command where the running version is.`,
      );
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // A statement that is under way says it as well.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Asking first lets a role that may make no table find that nothing is to be done. */
async function appliedRows(client: pg.Client): Promise<AppliedRow[]> {
  const { rows: found } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = to_regclass('"_prisma_migrations"') AND attname = 'is_ahead'`,
  );
  if (found.length === 0) await client.query(BOOKKEEPING);
  const { rows } = await client.query<AppliedRow>(
    `SELECT migration_name, checksum, finished_at, applied_steps_count, works_from, is_ahead FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  );
  return rows;
}
