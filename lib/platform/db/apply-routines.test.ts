import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#lib/platform/processes/migrate/migrate.ts";
import { createEmptyTestDatabase, type TestDatabase } from "#lib/testing/postgres.ts";
import { applyRoutines } from "./apply-routines.ts";

const OURS = "lib/platform/db/routines";

let database: TestDatabase;
let client: pg.Client;
let folder: string;

beforeAll(async () => {
  database = await createEmptyTestDatabase();
  await migrate(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-routines-"));
});

afterAll(async () => {
  await client.end();
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

function write(name: string, body: string): void {
  const sql = `CREATE OR REPLACE FUNCTION "${name.replaceAll("-", "_")}"() RETURNS int LANGUAGE sql AS $$ ${body} $$;`;
  fs.writeFileSync(path.join(folder, `${name}.sql`), sql);
}

async function value(name: string): Promise<unknown> {
  const { rows } = await client.query(`SELECT ${name}() AS value`);
  return rows[0]?.value;
}

test("every function and trigger of the database has its text in a file", async () => {
  const { rows: functions } = await client.query(
    "SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1",
  );
  const files = fs
    .readdirSync(OURS, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"));
  const names = files.map((file) => path.basename(file, ".sql").replaceAll("-", "_"));
  expect(functions.map(({ name }) => name)).toEqual(names.sort());

  const texts = files.map((file) => fs.readFileSync(path.join(OURS, file), "utf8"));
  const { rows: triggers } = await client.query(
    "SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal",
  );
  for (const { name } of triggers)
    expect(
      texts.some((text) => new RegExp(`trigger "?${name}"?`, "i").test(text)),
      name,
    ).toBe(true);
});

test("a start that finds every text applied changes nothing", async () => {
  expect(await applyRoutines(client, OURS)).toEqual([]);
});

test("a file that changed is applied, and only that one", async () => {
  write("one-number", "SELECT 1");
  write("two-numbers", "SELECT 2");
  expect(await applyRoutines(client, folder)).toEqual(["one_number", "two_numbers"]);
  write("one-number", "SELECT 11");
  expect(await applyRoutines(client, folder)).toEqual(["one_number"]);
  expect([await value("one_number"), await value("two_numbers")]).toEqual([11, 2]);
});

test("a file with a fault changes none of them, and says which it is", async () => {
  write("one-number", "SELECT 111");
  write("two-numbers", "SELECT 1 / 'x'");
  await expect(applyRoutines(client, folder)).rejects.toThrow(
    /two_numbers could not be applied.*invalid input syntax/,
  );
  expect(await value("one_number")).toBe(11);
});
