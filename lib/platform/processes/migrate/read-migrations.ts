import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

export type Migration = {
  name: string;
  sql: string;
  checksum: string;
  /** The work in pieces that are committed one by one; null where all of it is one transaction. */
  steps: Step[] | null;
  /** The newest migration that the oldest code which still works with the tables after this one knows; null where only code that knows this one does. */
  worksFrom: string | null;
};

export type Step = { title: string; sql: string };

const OUTSIDE = /^-- outside a transaction$/m;
const STEP = /^-- step: (.+)$/m;
const WORKS_FROM = /^-- works with code from: (\S+)$/m;

/** The migrations under `directory` in the order of applying. */
export async function readMigrations(directory = "prisma/migrations"): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) =>
      readMigration(name, await readFile(path.join(directory, name, "migration.sql"), "utf8")),
    ),
  );
}

function readMigration(name: string, sql: string): Migration {
  const checksum = createHash("sha256").update(sql).digest("hex");
  const worksFrom = WORKS_FROM.exec(sql)?.[1] ?? null;
  if (worksFrom !== null && worksFrom >= name)
    throw new Error(
      `Migration ${name} says that it works with code from ${worksFrom}: name an earlier migration.`,
    );
  return { name, sql, checksum, worksFrom, steps: OUTSIDE.test(sql) ? readSteps(name, sql) : null };
}

/** What stands before the first title is comment. */
function readSteps(name: string, sql: string): Step[] {
  const [, ...parts] = sql.split(STEP);
  const steps: Step[] = [];
  for (let at = 0; at < parts.length; at += 2)
    steps.push({ title: parts[at] ?? "", sql: parts[at + 1] ?? "" });
  if (steps.length === 0)
    throw new Error(
      `Migration ${name} runs outside a transaction and has no line "-- step: …" before its statements.`,
    );
  return steps;
}
