import fs from "node:fs";
import path from "node:path";
import { type Settings, WrongSetting } from "#lib/platform/env.ts";
import { startEmbeddedPostgres } from "#lib/platform/processes/embedded-postgres.ts";
import { tryLock, withLock } from "#lib/platform/processes/lock-file.ts";
import { processAlive, processIdentity } from "#lib/platform/processes/process-alive.ts";
import { readIfThere } from "#lib/platform/processes/read-if-there.ts";
import { DATABASE, SERVER_SETTINGS } from "./open-database.ts";

type Reached = { url: string; stop(): Promise<void> };

/** The service's database for a command on the same machine, as its owner, whether the service runs or not. One that runs, or that another command uses, keeps running. */
export async function reachDatabase(settings: Settings): Promise<Reached> {
  const external = settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL;
  if (external !== undefined) return { url: external, stop: async () => undefined };
  const dataDir = settings.SPINDLE_DATA_DIR;
  const directory = path.join(dataDir, "postgres");
  if (!fs.existsSync(directory))
    throw new WrongSetting(
      `There is no database in ${dataDir}: run the command where the service is started, with its SPINDLE_DATA_DIR or DATABASE_URL.`,
    );
  const users = path.join(directory, "commands");
  const mark = path.join(users, String(process.pid));
  const alone = <T>(work: () => Promise<T>) => withLock(path.join(directory, "commands.lock"), work);
  const server = await alone(() => {
    fs.mkdirSync(users, { recursive: true, mode: 0o700 });
    fs.writeFileSync(mark, processIdentity(process.pid));
    return startEmbeddedPostgres(directory, SERVER_SETTINGS);
  });
  const url = new URL(server.url);
  url.pathname = `/${DATABASE}`;
  const stop = () =>
    alone(async () => {
      fs.rmSync(mark, { force: true });
      if (livingUsers(users).length === 0) await whereNoServiceRuns(dataDir, () => server.stop());
    });
  return { url: url.href, stop };
}

function livingUsers(users: string): string[] {
  return fs.readdirSync(users).filter((pid) => {
    const mark = path.join(users, pid);
    // Another process may have the id of one that was killed.
    if (processAlive(Number(pid)) && readIfThere(mark) === processIdentity(Number(pid))) return true;
    fs.rmSync(mark, { force: true });
    return false;
  });
}

/** A service holds this lock from before it looks for the server until after it has stopped it; one that starts in between waits. */
async function whereNoServiceRuns(dataDir: string, work: () => Promise<void>): Promise<void> {
  const release = tryLock(startLock(dataDir));
  if (typeof release === "number") return;
  try {
    await work();
  } finally {
    release();
  }
}

export function startLock(dataDir: string): string {
  return path.join(dataDir, "start.lock");
}
