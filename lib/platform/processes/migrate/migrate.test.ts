import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyTestDatabase, type TestDatabase } from "#lib/testing/postgres.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createEmptyTestDatabase();
  folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-migrations-"));
  addMigration("1_first", "CREATE TABLE first (id int);");
});

afterAll(async () => {
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

function addMigration(name: string, sql: string): void {
  fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.writeFileSync(path.join(folder, name, "migration.sql"), sql);
}

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename !~ '^_'",
  );
  await client.end();
  return rows.map((row) => row.tablename).sort();
}

test("Starts at the same time apply each migration once, in order, and a later start applies only what is new", async () => {
  const applied = await Promise.all(
    [1, 2, 3].map(() => migrate(database.url, { migrations: folder, routines: null })),
  );
  expect(applied.flat()).toEqual(["1_first"]);
  addMigration("2_second", "CREATE TABLE second AS SELECT * FROM first;");
  expect(await migrate(database.url, { migrations: folder, routines: null })).toEqual(["2_second"]);
  expect(await tables()).toEqual(["first", "second"]);
});

test("A migration that fails changes nothing, and succeeds once it is mended", async () => {
  addMigration("3_third", "CREATE TABLE third (id int); SELECT 1 / 0;");
  await expect(migrate(database.url, { migrations: folder, routines: null })).rejects.toThrow(
    /3_third failed and changed nothing: division by zero/,
  );
  expect(await tables()).not.toContain("third");
  addMigration("3_third", "CREATE TABLE third (id int);");
  expect(await migrate(database.url, { migrations: folder, routines: null })).toEqual(["3_third"]);
});

test("A migration that was edited after it was applied stops the start, and so does one that this version lacks", async () => {
  addMigration("1_first", "CREATE TABLE first (id bigint);");
  await expect(migrate(database.url, { migrations: folder, routines: null })).rejects.toThrow(
    /1_first was edited after it was applied/,
  );
  fs.rmSync(path.join(folder, "1_first"), { recursive: true });
  await expect(migrate(database.url, { migrations: folder, routines: null })).rejects.toThrow(
    /1_first, which this version does not know/,
  );
});
