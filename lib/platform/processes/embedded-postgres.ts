import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnvironment, WrongSetting } from "#lib/platform/env.ts";
import { endLeftovers } from "./end-leftovers.ts";
import { withLock } from "./lock-file.ts";
import { freePort, portAnswers } from "./ports.ts";
import { findPostgresBinaries, type InstalledPostgres, runnerFor } from "./postgres-binaries.ts";
import { processAlive } from "./process-alive.ts";
import { processFacts } from "./process-facts.ts";
import { readIfThere } from "./read-if-there.ts";

/** A private PostgreSQL server. */
export type EmbeddedPostgres = {
  /** Where its maintenance database answers, as the server's owner. */
  url: string;
  /** Whether this call started it; false when it ran already. */
  started: boolean;
  /** Ends the server and every connection to it, even if another process started it. */
  stop(): Promise<void>;
};

/** First lines of `postmaster.pid`, which PostgreSQL keeps while it runs. */
type Lock = {
  pid: number;
  port: number;
  ready: boolean;
};

const START_TIMEOUT_MS = 60_000;
/** PostgreSQL's own C.UTF-8 and not the system's, which not every macOS has: text sorts and folds alike on every machine. */
const INITDB_OPTIONS = [
  ...["-U", "app", "-A", "scram-sha-256", "-E", "UTF8"],
  ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
  "--no-instructions",
];

/**
 * Starts the PostgreSQL with its files in `directory`, or finds it running: there is one server per directory, shared by
 * every process that asks. `settings` are server parameters; they matter only to the process that starts it.
 */
export async function startEmbeddedPostgres(
  directory: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const home = path.resolve(directory);
  fs.mkdirSync(home, { recursive: true, mode: 0o711 });
  const cluster = new Cluster(home, await findPostgresBinaries());
  await cluster.initialise();
  requireSameVersion(cluster.data, cluster.binaries.version);
  const started = await cluster.startOrAttach(settings);
  return { url: cluster.url(), started, stop: () => cluster.stop() };
}

/** A server reads the files of its own major version only. */
function requireSameVersion(data: string, version: string): void {
  const [major] = version.split(".");
  const found = fs.readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  if (found === major) return;
  throw new WrongSetting(
    `The database in ${path.dirname(data)} was created by PostgreSQL ${found}, and this Spindle includes PostgreSQL ${major}: start the Spindle that made it and ` +
      `copy the data with pg_dump into a PostgreSQL that DATABASE_URL names, or set SPINDLE_DATA_DIR to another folder.`,
  );
}

class Cluster {
  readonly home: string;
  readonly data: string;
  readonly password: string;
  readonly binaries: InstalledPostgres;
  readonly runner: ReturnType<typeof runnerFor>;

  constructor(home: string, binaries: InstalledPostgres) {
    this.home = home;
    this.data = path.join(home, "data");
    this.password = path.join(home, "password");
    this.binaries = binaries;
    this.runner = runnerFor(home);
  }

  url(): string {
    const lock = this.lock();
    if (!lock) throw new Error(`PostgreSQL in ${this.home} stopped while it was being reached; start again.`);
    const password = fs.readFileSync(this.password, "utf8").trim();
    return `postgresql://app:${password}@127.0.0.1:${lock.port}/postgres`;
  }

  /** Creates the files in a draft folder and renames it: of several processes the first one wins, and none sees half a cluster. */
  async initialise(): Promise<void> {
    if (fs.existsSync(path.join(this.data, "PG_VERSION"))) return;
    const draft = `${this.data}.${process.pid}`;
    const draftPassword = `${draft}.password`;
    fs.rmSync(draft, { recursive: true, force: true });
    // The server's own user reads it during initdb, and that may be another one than ours.
    fs.writeFileSync(draftPassword, `${randomBytes(18).toString("base64url")}\n`, { mode: 0o644 });
    try {
      await this.run(this.binaries.initdb, ["-D", draft, `--pwfile=${draftPassword}`, ...INITDB_OPTIONS]);
      fs.renameSync(draft, this.data);
      fs.renameSync(draftPassword, this.password);
      fs.chmodSync(this.password, 0o600);
    } catch (error) {
      if (!fs.existsSync(path.join(this.data, "PG_VERSION"))) throw error;
      await this.until(() => fs.existsSync(this.password));
    } finally {
      fs.rmSync(draft, { recursive: true, force: true });
      fs.rmSync(draftPassword, { force: true });
    }
  }

  /** Returns whether this process started the server. */
  async startOrAttach(settings: Record<string, string>): Promise<boolean> {
    let started = false;
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const lock = this.lock();
      if (lock?.ready && (await portAnswers(lock.port))) return started;
      if (Date.now() > deadline)
        throw new Error(
          `PostgreSQL did not start within ${START_TIMEOUT_MS / 1000} s; see ${path.join(this.home, "log")}.`,
        );
      if (lock && !isDead(lock.pid)) {
        await sleep(100); // starting, recovering or stopping
        continue;
      }
      // One starter at a time, so that what another has just started is not taken for a leftover.
      started = await withLock(path.join(this.home, "starting.lock"), () => this.startIfDead(settings));
    }
  }

  async stop(): Promise<void> {
    if (this.lock())
      await this.run(this.binaries.pg_ctl, ["-D", this.data, "-m", "fast", "-w", "-s", "stop"]);
  }

  private async startIfDead(settings: Record<string, string>): Promise<boolean> {
    const lock = this.lock();
    if (lock && !isDead(lock.pid)) return false;
    await endLeftovers(this.data);
    // The old lock may name a process that nobody has reaped, which pg_ctl would believe to be alive.
    if (lock) fs.rmSync(path.join(this.data, "postmaster.pid"), { force: true });
    return this.start(settings);
  }

  private async start(settings: Record<string, string>): Promise<boolean> {
    const all = {
      port: String(await freePort()),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      jit: "off",
      ...settings,
    };
    const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
    const log = path.join(this.home, "log");
    try {
      await this.run(this.binaries.pg_ctl, [
        ...["-D", this.data, "-w", "-t", "60", "-s", "-l", log],
        ...["start", "-o", options.join(" ")],
      ]);
      return true;
    } catch {
      await sleep(100);
      return false; // another process won, or the next round finds the reason to give up
    }
  }

  private lock(): Lock | null {
    const text = readIfThere(path.join(this.data, "postmaster.pid"));
    if (text === null) return null;
    const lines = text.split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  }

  private async until(condition: () => boolean): Promise<void> {
    for (let tries = 0; tries < 100 && !condition(); tries++) await sleep(50);
  }

  private run(program: string, args: string[]): Promise<void> {
    const { command, args: fullArgs, user } = this.runner(program, args);
    const env = childEnvironment({ LC_ALL: "C" });
    return new Promise((resolve, reject) => {
      const child = spawn(command, fullArgs, { ...user, cwd: "/", env, stdio: ["ignore", "ignore", "pipe"] });
      let complaint = "";
      child.stderr.on("data", (chunk) => {
        complaint += chunk;
      });
      child.once("error", reject);
      child.once("exit", (code) => {
        // The server inherits this pipe and holds it open, so its end is never waited for.
        child.stderr.destroy();
        if (code === 0) resolve();
        else reject(new Error(`${path.basename(program)} failed (exit ${code}): ${complaint.trim()}`));
      });
    });
  }
}

/** Whether the process is gone, or is (after a reboot) some other program. */
function isDead(pid: number): boolean {
  if (!processAlive(pid)) return true;
  const facts = processFacts(pid);
  return facts !== null && facts.name !== "postgres";
}
