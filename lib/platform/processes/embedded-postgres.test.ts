import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { processAlive } from "./process-alive.ts";

const SETTINGS = { fsync: "off", shared_buffers: "1MB" };

let folder: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-postgres-"));
  fs.chmodSync(folder, 0o711);
  server = await startEmbeddedPostgres(path.join(folder, "one"), SETTINGS);
});

afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

function postmaster(name: string): number {
  return Number(fs.readFileSync(path.join(folder, name, "data/postmaster.pid"), "utf8").split("\n")[0]);
}

async function backend(url: string, type: string): Promise<number> {
  const text = `select pid from pg_stat_activity where backend_type = '${type}'`;
  const [row] = await ask<{ pid: number }>(url, text);
  return row?.pid ?? 0;
}

test("A server starts again after kill -9 although one of its processes lives on; another folder's server is left alone", async () => {
  const other = await startEmbeddedPostgres(path.join(folder, "other"), SETTINGS);
  try {
    const orphan = await backend(server.url, "walwriter");
    process.kill(orphan, "SIGSTOP"); // it cannot notice that its server dies
    process.kill(postmaster("one"), "SIGKILL");
    await expect.poll(() => processAlive(postmaster("one"))).toBe(false);
    expect(processAlive(orphan)).toBe(true);

    const [one, two] = await Promise.all(
      [1, 2].map(() => startEmbeddedPostgres(path.join(folder, "one"), SETTINGS)),
    );
    expect([one?.started, two?.started].filter(Boolean)).toHaveLength(1);
    expect(one?.url).toBe(two?.url);
    server = one ?? server;
    expect(await ask(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(processAlive(orphan)).toBe(false);
    expect(processAlive(postmaster("other"))).toBe(true);
  } finally {
    await other.stop();
  }
});

test("Data of another version of PostgreSQL are left as they are, and the sentence names both versions and the way out", async () => {
  const old = path.join(folder, "old");
  const version = path.join(old, "data/PG_VERSION");
  fs.mkdirSync(path.dirname(version), { recursive: true });
  fs.writeFileSync(version, "16\n");
  await expect(startEmbeddedPostgres(old, SETTINGS)).rejects.toThrow(
    /^The database in .*old was created by PostgreSQL 16, and this Spindle includes PostgreSQL 18: .*pg_dump.*DATABASE_URL.*\.$/,
  );
  expect(fs.readFileSync(version, "utf8")).toBe("16\n");
  expect(fs.readdirSync(path.dirname(version))).toEqual(["PG_VERSION"]);
});
