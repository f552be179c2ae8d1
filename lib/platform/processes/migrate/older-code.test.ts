import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmptyTestDatabase, type TestDatabase } from "#lib/testing/postgres.ts";
import { migrate, requireMigrated } from "./migrate.ts";

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyTestDatabase();
  folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-versions-"));
});

afterEach(async () => {
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

type Version = { migrations: Record<string, string>; answer: number; beside?: boolean };

function folderOf({ migrations, answer }: Pick<Version, "migrations" | "answer">): string {
  const place = fs.mkdtempSync(path.join(folder, "version-"));
  for (const [name, sql] of Object.entries(migrations)) {
    fs.mkdirSync(path.join(place, "migrations", name), { recursive: true });
    fs.writeFileSync(path.join(place, "migrations", name, "migration.sql"), sql);
  }
  fs.mkdirSync(path.join(place, "routines"));
  fs.writeFileSync(
    path.join(place, "routines/answer.sql"),
    `create or replace function answer() returns int language sql as 'select ${answer}';`,
  );
  return place;
}

/** Migrates as a version with these migrations does, whose one function gives that answer. */
function start({ beside = false, ...version }: Version): Promise<string[]> {
  const place = folderOf(version);
  return migrate(database.url, {
    migrations: path.join(place, "migrations"),
    routines: path.join(place, "routines"),
    beside,
  });
}

async function answerNow(): Promise<unknown> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query("select answer()");
  await client.end();
  return rows[0]?.answer;
}

const FIRST = { "1_first": "create table first (id int);" };
const SECOND = { "2_second": "create table second (id int);" };
const COMPATIBLE = "-- works with code from: 1_first\nalter table first add column note text;";

test("An older version works on with a database whose newer migrations say that it can, and leaves its functions as they are", async () => {
  await start({ migrations: FIRST, answer: 1 });
  await start({ migrations: { ...FIRST, "2_note": COMPATIBLE }, answer: 2 });
  expect(await start({ migrations: FIRST, answer: 1 })).toEqual([]);
  expect(await answerNow()).toBe(2);
});

test("An older version is refused where a newer migration says nothing, or needs code that it is older than", async () => {
  await start({ migrations: { ...FIRST, ...SECOND }, answer: 1 });
  await expect(start({ migrations: FIRST, answer: 1 })).rejects.toThrow(
    /2_second, which this version does not know; run the newer version/,
  );
  const third = { "3_third": "-- works with code from: 2_second\ncreate table third (id int);" };
  await start({ migrations: { ...FIRST, ...SECOND, ...third }, answer: 1 });
  expect(await start({ migrations: { ...FIRST, ...SECOND }, answer: 1 })).toEqual([]);
  await expect(start({ migrations: FIRST, answer: 1 })).rejects.toThrow(/which this version does not know/);
});

test("A version that lacks a migration of the database and brings another one is refused", async () => {
  await start({ migrations: { ...FIRST, "2_note": COMPATIBLE }, answer: 1 });
  await expect(
    start({ migrations: { ...FIRST, "2_other": "create table other (id int);" }, answer: 1 }),
  ).rejects.toThrow(/lacks migration 2_other, and has others that this version does not know/);
});

test("A migration can only name code that is older than itself", async () => {
  const migrations = { ...FIRST, "2_note": COMPATIBLE.replace("1_first", "2_note") };
  await expect(start({ migrations, answer: 1 })).rejects.toThrow(/2_note: name an earlier migration/);
});

test("Beside a running service, migrations are applied up to one that it may not work with, and its functions stay", async () => {
  await start({ migrations: FIRST, answer: 1 });
  const migrations = {
    ...FIRST,
    "2_note": COMPATIBLE,
    "3_needs_2": "-- works with code from: 2_note\ncreate table third (id int);",
    "4_fits": "-- works with code from: 1_first\ncreate table fourth (id int);",
  };
  expect(await start({ migrations, answer: 2, beside: true })).toEqual(["2_note"]);
  // What serves still does not know the one that was applied beside it.
  expect(await start({ migrations, answer: 2, beside: true })).toEqual([]);
  expect(await answerNow()).toBe(1);
  expect(await start({ migrations: FIRST, answer: 1 })).toEqual([]);
  expect(await start({ migrations, answer: 2, beside: true })).toEqual([]);
  expect(await start({ migrations, answer: 2 })).toEqual(["3_needs_2", "4_fits"]);
  expect(await answerNow()).toBe(2);
  const next = { ...migrations, "5_next": "-- works with code from: 4_fits\ncreate table fifth (id int);" };
  expect(await start({ migrations: next, answer: 3, beside: true })).toEqual(["5_next"]);
});

test("A command of another version changes no table: it is refused where migrations are missing, and runs where they are only unknown to it", async () => {
  const migrations = { ...FIRST, "2_note": COMPATIBLE };
  await start({ migrations: FIRST, answer: 1 });
  const ask = (known: Record<string, string>) =>
    requireMigrated(database.url, path.join(folderOf({ migrations: known, answer: 1 }), "migrations"));
  await expect(ask(migrations)).rejects.toThrow(
    /lacks migration 2_note of this version: start this version once/,
  );
  await ask(FIRST);
  await start({ migrations, answer: 2 });
  await ask(migrations);
  await ask(FIRST);
});
