import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";

/** A function of the database, with the triggers that it serves. The file is named like the function. */
type Routine = {
  name: string;
  sql: string;
  checksum: string;
};

/** The routines under `directory` and its folders, in the order of their paths. */
export async function readRoutines(directory: string): Promise<Routine[]> {
  const files = (await readdir(directory, { recursive: true }))
    .filter((file) => file.endsWith(".sql"))
    .sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(path.join(directory, file), "utf8");
      const name = path.basename(file, ".sql").replaceAll("-", "_");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Brings the functions and triggers of a migrated database to the text of their files; returns the names of those that it changed. A
 * function's comment in the database holds the checksum of its file. All of them change or none does.
 */
export async function applyRoutines(client: pg.Client, directory: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; comment: string | null }>(
    `SELECT proname AS name, obj_description(oid, 'pg_proc') AS comment
     FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`,
  );
  const current = new Map(rows.map(({ name, comment }) => [name, comment]));
  const changed = (await readRoutines(directory)).filter(
    ({ name, checksum }) => current.get(name) !== checksum,
  );
  if (changed.length === 0) return [];
  await client.query("BEGIN");
  try {
    for (const routine of changed) await apply(client, routine);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
  return changed.map(({ name }) => name);
}

async function apply(client: pg.Client, { name, sql, checksum }: Routine): Promise<void> {
  try {
    await client.query(sql);
    await client.query(`COMMENT ON FUNCTION "${name}" IS '${checksum}'`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The routine ${name} could not be applied, and none was changed: ${reason}`, {
      cause: error,
    });
  }
}
