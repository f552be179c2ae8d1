import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmptyTestDatabase, type TestDatabase } from "#lib/testing/postgres.ts";
import { migrate } from "./migrate.ts";
import { progressText, type Report } from "./report.ts";

let database: TestDatabase;
let folder: string;
let clients: pg.Client[];

beforeEach(async () => {
  database = await createEmptyTestDatabase();
  folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-migrations-"));
  clients = [];
  addMigration("1_first", "create table note (id int, text text); create table log (step text);");
});

afterEach(async () => {
  for (const client of clients) await client.end().catch(() => undefined);
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

function addMigration(name: string, sql: string): void {
  fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.writeFileSync(path.join(folder, name, "migration.sql"), sql);
}

const AN_INDEX = `-- outside a transaction
-- step: An index of notes
create index concurrently if not exists note_text on note (text);
`;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  client.on("error", () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

const run = (report?: Report) =>
  migrate(database.url, { migrations: folder, routines: null, ...(report ? { report } : {}) });

async function rowsOf(statement: string): Promise<unknown[]> {
  const client = await connect();
  return (await client.query(statement)).rows;
}

const INDEXES =
  "select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid where relname like 'note%'";
const BUILDING =
  "select pid from pg_stat_activity where state = 'active' and query like '%create index concurrently%' and pid <> pg_backend_pid()";

/** Somebody who has written and not committed: an index that is built beside writers waits for its end. */
async function aWriter(): Promise<pg.Client> {
  const writer = await connect();
  await writer.query("begin");
  await writer.query("insert into note values (1, 'not committed')");
  return writer;
}

test("An index is built while others write, by one of two starts that come at once", async () => {
  await run();
  addMigration("2_index", AN_INDEX);
  const writer = await aWriter();
  const starts = Promise.all([run(), run()]);
  await expect.poll(async () => (await rowsOf(BUILDING)).length).toBe(1);
  await rowsOf("insert into note values (2, 'beside it')");
  await writer.query("commit");
  expect((await starts).flat()).toEqual(["2_index"]);
  expect(await rowsOf(INDEXES)).toEqual([{ name: "note_text", valid: true }]);
  expect(await run()).toEqual([]);
});

test("A start that ends while an index is being built leaves a part that the next start takes away and builds again", async () => {
  await run();
  addMigration("2_index", AN_INDEX);
  const writer = await aWriter();
  const cut = run();
  const outcome = expect(cut).rejects.toThrow(
    /2_index failed at step 1 of 1 \(An index of notes\), where the next start resumes: terminating connection/,
  );
  await expect.poll(async () => (await rowsOf(BUILDING)).length).toBe(1);
  await rowsOf(`select pg_terminate_backend(pid, 5000) from (${BUILDING}) building`);
  await outcome;
  await writer.query("commit");
  expect(await rowsOf(INDEXES)).toEqual([{ name: "note_text", valid: false }]);
  expect(await run()).toEqual(["2_index"]);
  expect(await rowsOf(INDEXES)).toEqual([{ name: "note_text", valid: true }]);
});

test("After a step that failed the next start resumes with it, and with the first one if the text was mended", async () => {
  const steps = (third: string) => `-- Fills the log.
-- outside a transaction
-- step: First
insert into log values ('first');
-- step: Second
insert into log select 'second' from later;
-- step: Third
${third};
`;
  addMigration("2_steps", steps("insert into log values ('third')"));
  await expect(run()).rejects.toThrow(/2_steps failed at step 2 of 3 \(Second\), .*"later" does not exist/);
  await rowsOf("create table later as select 1");
  expect(await run()).toEqual(["2_steps"]);
  expect(await rowsOf("select step from log")).toEqual([
    { step: "first" },
    { step: "second" },
    { step: "third" },
  ]);

  await rowsOf("truncate log");
  addMigration("3_steps", steps("select 1 / 0"));
  await expect(run()).rejects.toThrow(/3_steps failed at step 3 of 3 \(Third\), .*division by zero/);
  addMigration("3_steps", steps("insert into log values ('mended')"));
  expect(await run()).toEqual(["3_steps"]);
  expect(await rowsOf("select step from log")).toEqual(
    ["first", "second", "first", "second", "mended"].map((step) => ({ step })),
  );
});

test("What a killed start was building ends with it, and a start that waits for that says so", async () => {
  await run();
  addMigration("2_index", AN_INDEX);
  const writer = await aWriter();
  const script = `
    import { migrate } from ${JSON.stringify(path.resolve("lib/platform/processes/migrate/migrate.ts"))};
    await migrate(${JSON.stringify(database.url)}, { migrations: ${JSON.stringify(folder)}, routines: null });`;
  const killed = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
  await expect.poll(async () => (await rowsOf(BUILDING)).length).toBe(1);
  killed.kill("SIGKILL");
  const said = new Set<string>();
  const next = run((progress) => said.add(progressText(progress)));
  await expect.poll(() => [...said]).toContain("Migration 1 of 1: An index of notes");
  expect([...said][0]).toBe("Waiting for another start that is bringing the tables up to date");
  await writer.query("commit");
  expect(await next).toEqual(["2_index"]);
  expect(await rowsOf(INDEXES)).toEqual([{ name: "note_text", valid: true }]);
});

test("A start says which migration and step it is at", async () => {
  addMigration("2_index", AN_INDEX);
  const said: string[] = [];
  await run((progress) => said.push(progressText(progress)));
  expect(said).toEqual([
    "Migration 1 of 2: 1_first",
    "Migration 2 of 2: 2_index",
    "Migration 2 of 2: An index of notes",
  ]);
});

test("A migration outside a transaction that names no step is refused before anything is done", async () => {
  addMigration("2_index", AN_INDEX.replace("-- step: An index of notes\n", ""));
  await expect(run()).rejects.toThrow(/2_index runs outside a transaction and has no line "-- step: …"/);
  expect(await rowsOf("select to_regclass('note') as note")).toEqual([{ note: null }]);
});
