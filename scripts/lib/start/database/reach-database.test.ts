import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#lib/platform/processes/embedded-postgres.ts";
import { tryLock } from "#lib/platform/processes/lock-file.ts";
import { DATABASE } from "./open-database.ts";
import { startLock } from "./reach-database.ts";

let dataDir: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), "spindle-reach-"));
  fs.chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres(path.join(dataDir, "postgres"));
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
  await server.stop();
});

afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await (await startEmbeddedPostgres(path.join(dataDir, "postgres"))).stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

type Command = { url: string; child: ChildProcess; end(): Promise<void> };

/** A command that uses the database until it has to end. */
async function aCommand(): Promise<Command> {
  const script = `
    import { reachDatabase } from ${JSON.stringify(path.resolve("scripts/lib/start/database/reach-database.ts"))};
    const { url, stop } = await reachDatabase({ SPINDLE_DATA_DIR: ${JSON.stringify(dataDir)} });
    process.send(url);
    process.once("message", () => stop().then(() => process.exit(0)));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  running.push(child);
  const [url] = await once(child, "message");
  const end = async () => {
    child.send("end");
    await once(child, "exit");
  };
  return { url, child, end };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

test("commands at the same time use one database, which the last of them stops, also if another one started it, or was killed", async () => {
  const commands = await Promise.all([aCommand(), aCommand(), aCommand()]);
  const [first, second, killed] = commands;
  if (!first || !second || !killed) throw new Error("Three commands were begun");
  await first.end();
  expect(await answers(second.url)).toBe(true);
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  expect(await answers(second.url)).toBe(true);
  await second.end();
  expect(await answers(second.url)).toBe(false);
});

test("a service that has started since keeps the database that a command started", async () => {
  const command = await aCommand();
  const release = tryLock(startLock(dataDir));
  if (typeof release === "number") throw new Error("Nobody else holds the lock");
  await command.end();
  expect(await answers(command.url)).toBe(true);
  release();
});
