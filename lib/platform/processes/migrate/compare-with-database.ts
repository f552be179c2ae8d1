import type { Migration } from "./read-migrations.ts";

export type AppliedRow = {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  applied_steps_count: number;
  works_from: string | null;
  /** Applied beside a running service whose code may not know it; a start by code that does takes the mark away. */
  is_ahead: boolean;
};

/** A migration that is still to be applied, and how many of its steps were before this start. */
export type Pending = Migration & { stepsBefore: number };

type Comparison = {
  pending: Pending[] /** Whether a newer version has migrated the database. */;
  isNewer: boolean;
};

/** What is to be applied to a database with these rows; throws where this version cannot work with it. */
export function comparedWith(migrations: Migration[], rows: AppliedRow[]): Comparison {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = rows.filter(({ migration_name }) => !known.has(migration_name));
  const applied = new Map(rows.map((row) => [row.migration_name, row]));
  const pending = migrations.flatMap((migration) => pendingOf(migration, applied.get(migration.name)));
  requireCompatible(unknown, { newest: migrations.at(-1)?.name ?? "", pending });
  return { pending, isNewer: unknown.length > 0 };
}

function pendingOf(migration: Migration, row: AppliedRow | undefined): Pending[] {
  const { name, checksum, steps } = migration;
  if (!row) return [{ ...migration, stepsBefore: 0 }];
  if (row.finished_at === null) {
    if (steps === null)
      throw new Error(
        `Migration ${name} failed when another tool applied it; repair the database, or use a new one.`,
      );
    // Steps can be repeated: those of a text that was mended start again.
    return [{ ...migration, stepsBefore: row.checksum === checksum ? row.applied_steps_count : 0 }];
  }
  if (row.checksum !== checksum)
    throw new Error(
      `Migration ${name} was edited after it was applied; restore the file, or use a new database.`,
    );
  return [];
}

/** Code of this version works with migrations that it does not know if each of them says so. */
function requireCompatible(
  unknown: AppliedRow[],
  { newest, pending }: { newest: string; pending: Pending[] },
): void {
  const breaking = unknown.find(({ works_from }) => works_from === null || works_from > newest);
  if (breaking)
    throw new Error(
      `The database has migration ${breaking.migration_name}, which this version does not know; run the newer version.`,
    );
  const [first] = pending;
  if (unknown.length > 0 && first)
    throw new Error(
      `The database lacks migration ${first.name}, and has others that this version does not know; run the newer version.`,
    );
}

/** The first of them, up to one that the code which serves now may not work with. */
export function thoseThatFit(pending: Pending[], rows: AppliedRow[]): Pending[] {
  const known = rows.filter(({ is_ahead }) => !is_ahead).map(({ migration_name }) => migration_name);
  const newest = known.sort().at(-1) ?? "";
  const breaking = pending.findIndex(({ worksFrom }) => worksFrom === null || worksFrom > newest);
  return breaking === -1 ? pending : pending.slice(0, breaking);
}
