import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import pg from "pg";
import { readRoutines } from "#lib/platform/db/apply-routines.ts";
import { testDatabaseServer, testRunOwner } from "#lib/platform/env.ts";
import { startEmbeddedPostgres } from "#lib/platform/processes/embedded-postgres.ts";
import { withLock } from "#lib/platform/processes/lock-file.ts";
import { migrate } from "#lib/platform/processes/migrate/migrate.ts";
import { readMigrations } from "#lib/platform/processes/migrate/read-migrations.ts";
import { processAlive } from "#lib/platform/processes/process-alive.ts";
import { restrictedUrl, restrictService } from "#lib/platform/processes/service-role.ts";
import { sharedMemory } from "./shared-memory.ts";

/** A database of its own for one test file. */
export type TestDatabase = {
  /** As the service's processes reach theirs: for rows. */
  url: string;
  /** For those that change tables. */
  ownerUrl: string;
  drop(): Promise<void>;
};

const ROOT = path.resolve(import.meta.dirname, "../..");
const HOME = path.join(ROOT, ".cache/test-postgres");
const MEMORY = sharedMemory();
/** Where the server's files are. Each database is 700 of them that live for seconds: on a disk, making them costs a third of a run. */
const CLUSTER =
  MEMORY === null
    ? HOME
    : path.join(MEMORY, `spindle-tests-${createHash("sha256").update(ROOT).digest("hex").slice(0, 12)}`);
const USERS = path.join(HOME, "users");
const LOCK = path.join(HOME, "lock");
const TEMPLATE_LOCK_ID = 72707370;
/** One role serves all databases; what it may do is in the template, and is copied with it. */
const ROLE = "spindle_tests";

/**
 * Nothing here outlives a crash, so durability is traded for speed. Each test file has a database that lives for seconds: nobody needs its log, and
 * vacuuming it is work for nothing.
 */
const SETTINGS = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  ...{ wal_level: "minimal", max_wal_senders: "0", autovacuum: "off" },
  max_connections: "400",
};

let server: Promise<string> | undefined;

/** A new database with every migration applied: a copy of a template made once for each state of prisma/migrations. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = await testServer();
  const client = await connect(url);
  try {
    for (let tries = 0; ; tries++) {
      const template = await ensureTemplate(client, url);
      try {
        const { ownerUrl, drop } = await copyDatabase(client, url, template);
        return { url: restrictedUrl(ownerUrl, ROLE), ownerUrl, drop };
      } catch (error) {
        // Another run has replaced the template since, because the migrations changed.
        if (tries === 3 || !(error instanceof pg.DatabaseError && error.code === "3D000")) throw error;
      }
    }
  } finally {
    await client.end();
  }
}

/** A new database without a table. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  const url = await testServer();
  const client = await connect(url);
  try {
    return await copyDatabase(client, url, "template0");
  } finally {
    await client.end();
  }
}

/** Ends this run's use of the test server; the last run to leave stops it. */
export async function releaseTestServer(): Promise<void> {
  const mark = path.join(USERS, String(testRunOwner()));
  if (!fs.existsSync(mark)) return;
  await withLock(LOCK, async () => {
    fs.rmSync(mark, { force: true });
    if (livingUsers().length > 0) return;
    const { stop } = await startEmbeddedPostgres(CLUSTER, SETTINGS);
    await stop();
    if (CLUSTER !== HOME) fs.rmSync(CLUSTER, { recursive: true, force: true });
  });
}

function testServer(): Promise<string> {
  server ??= reachServer();
  return server;
}

async function reachServer(): Promise<string> {
  const url = testDatabaseServer() ?? (await startSharedServer());
  await sweepDatabasesOfDeadRuns(url);
  return url;
}

/** Under a lock, so that a run that leaves does not stop the server under one that arrives. */
async function startSharedServer(): Promise<string> {
  fs.mkdirSync(USERS, { recursive: true });
  fs.chmodSync(HOME, 0o711);
  return withLock(LOCK, async () => {
    fs.writeFileSync(path.join(USERS, String(testRunOwner())), "");
    const { url } = await startEmbeddedPostgres(CLUSTER, SETTINGS);
    return url;
  });
}

function livingUsers(): string[] {
  return fs.readdirSync(USERS).filter((pid) => {
    if (processAlive(Number(pid))) return true;
    fs.rmSync(path.join(USERS, pid), { force: true });
    return false;
  });
}

/** Returns the name of the template, which it makes when it is missing. */
async function ensureTemplate(client: pg.Client, url: string): Promise<string> {
  const sources = {
    migrations: path.join(ROOT, "prisma/migrations"),
    routines: path.join(ROOT, "lib/platform/db/routines"),
  };
  const texts = [...(await readMigrations(sources.migrations)), ...(await readRoutines(sources.routines))];
  const hash = createHash("sha256").update(ROLE);
  for (const { name, checksum } of texts) hash.update(`\n${name}:${checksum}`);
  const name = `template_${hash.digest("hex").slice(0, 16)}`;
  if (await databaseExists(client, name)) return name;
  await client.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK_ID]);
  try {
    if (await databaseExists(client, name)) return name;
    await dropDatabases(client, await databaseNames(client, "template\\_%"));
    const draft = await copyDatabase(client, url, "template0");
    await migrate(draft.ownerUrl, sources);
    const { unrestricted } = await restrictService(draft.ownerUrl, ROLE);
    if (unrestricted !== null)
      throw new Error(`Tests need a role of their own in the database: ${unrestricted}`);
    await client.query(`ALTER DATABASE ${databaseName(draft.ownerUrl)} RENAME TO ${name}`);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [TEMPLATE_LOCK_ID]);
  }
  return name;
}

async function copyDatabase(client: pg.Client, url: string, template: string): Promise<TestDatabase> {
  const name = `${namePrefix()}${testRunOwner()}_${randomBytes(6).toString("hex")}`;
  // Copied as files: page by page through the server's memory and log costs twice the processor.
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, ownerUrl: own.href, drop: () => dropFrom(url, name) };
}

async function dropFrom(url: string, name: string): Promise<void> {
  const client = await connect(url);
  try {
    await dropDatabases(client, [name]);
  } finally {
    await client.end();
  }
}

async function dropDatabases(client: pg.Client, names: string[]): Promise<void> {
  for (const name of names) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Drops the databases of killed runs; the name of a database has the process and machine of its run. */
async function sweepDatabasesOfDeadRuns(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const prefix = namePrefix();
    const names = await databaseNames(client, `${prefix.replaceAll("_", "\\_")}%`);
    const stale = names.filter((name) => !processAlive(Number(name.slice(prefix.length).split("_")[0])));
    await dropDatabases(client, stale);
  } finally {
    await client.end();
  }
}

function namePrefix(): string {
  const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 6);
  return `test_${machine}_`;
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function databaseExists(client: pg.Client, name: string): Promise<boolean> {
  return (await databaseNames(client, name.replaceAll("_", "\\_"))).length > 0;
}

async function databaseNames(client: pg.Client, pattern: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE $1 AND datname NOT IN ('template0', 'template1')",
    [pattern],
  );
  return rows.map((row) => row.datname);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
