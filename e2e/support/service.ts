import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SETTING_NAMES } from "#lib/platform/env.ts";
import { freePort } from "#lib/platform/processes/ports.ts";
import { processAlive } from "#lib/platform/processes/process-alive.ts";
import { sharedMemory } from "#lib/testing/shared-memory.ts";
import { LISTEN_SOCKET } from "../../scripts/lib/start/supervised-process.ts";

/** Everyone in these tests may know them. */
export const ADMIN = { email: "admin@example.com", password: "correct horse battery staple" };

/** A running Spindle with a data folder of its own. */
export type Service = {
  url: string;
  port: number;
  dataDir: string;
  /** What it has printed so far. */
  output(): string;
  /** The supervisor; `npm start` would run the same program. */
  process: ChildProcess;
  /** Ends it as Ctrl-C does, and resolves with its exit code. */
  stop(): Promise<number | null>;
};

// The first start builds the application, which takes minutes on a busy machine.
const READY_WITHIN_MS = 600_000;
const DATA_DIRS = sharedMemory() ?? tmpdir();
const PREFIX = "spindle-e2e-";

/** Starts the product as a person would, with `settings` and an empty data folder, or the given one; `command` may be another way to start it. */
export async function startService(
  settings: Record<string, string> = {},
  dataDir = newDataDir(),
  command = [process.execPath, "scripts/start.ts"],
): Promise<Service> {
  const port = settings.PORT === undefined ? await freePort() : Number(settings.PORT);
  // Empty variables hide a developer's .env file.
  const hidden = Object.fromEntries(SETTING_NAMES.map((name) => [name, ""]));
  // Spares would cost each of these services a start more, and only one test is about them.
  const env = {
    ...process.env,
    ...hidden,
    WEB_SPARES: "0",
    SPINDLE_DATA_DIR: dataDir,
    PORT: String(port),
    ...settings,
  };
  const [program = "", ...args] = command;
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let isReady = false;
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
        // Afterwards the log grows to megabytes, and to search it is to copy it each time.
        isReady ||= output.includes("Spindle is ready");
        if (isReady) resolve();
      });
  });
  const timeout = AbortSignal.timeout(READY_WITHIN_MS);
  const late = new Promise<string>((resolve) =>
    timeout.addEventListener("abort", () => resolve("took too long")),
  );
  const outcome = await Promise.race([
    ready.then(() => null),
    exit.then((code) => `ended with ${code}`),
    late,
  ]);
  if (outcome !== null) {
    child.kill("SIGTERM");
    throw new Error(`The service ${outcome}:\n${output}`);
  }
  const stop = () => {
    child.kill("SIGINT");
    return exit;
  };
  return { url: `http://127.0.0.1:${port}`, port, dataDir, output: () => output, process: child, stop };
}

/** The embedded database of a service, for tests that disturb it. */
export function databaseOf(service: Service): { url: string; pid: number } {
  const directory = path.join(service.dataDir, "postgres");
  const lines = fs.readFileSync(path.join(directory, "data/postmaster.pid"), "utf8").split("\n");
  const password = fs.readFileSync(path.join(directory, "password"), "utf8").trim();
  return { url: `postgresql://app:${password}@127.0.0.1:${lines[3]}/spindle`, pid: Number(lines[0]) };
}

/** The processes whose environment or arguments name the service's data folder. */
export function processesOf(service: Service): string[] {
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => mentions(pid, service.dataDir))
    .map((pid) => `${pid} ${readProc(pid, "cmdline").replaceAll("\0", " ")}`);
}

/** The service's child that runs the given program; of several web processes the one that serves. */
export function childOf(service: Service, program: string): number {
  const found = childrenOf(service.process.pid ?? 0).filter((child) =>
    readProc(child, "cmdline").includes(program),
  );
  const pid = found.length > 1 ? found.find(accepts) : found[0];
  if (pid === undefined) throw new Error(`The service runs no ${program}`);
  return pid;
}

/** Spares hold the listening socket, too, and only the one that serves waits for connections at it. */
function accepts(pid: number): boolean {
  const waitsAt = new RegExp(`^tfd:\\s+${LISTEN_SOCKET} `, "m");
  return descriptorsOf(pid).some((fd) => waitsAt.test(readProc(pid, `fdinfo/${fd}`)));
}

function descriptorsOf(pid: number): string[] {
  try {
    return fs.readdirSync(`/proc/${pid}/fd`);
  } catch {
    return [];
  }
}

export function childrenOf(pid: number): number[] {
  return readProc(pid, `task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
}

/** What ended under this process and was not reaped. */
export function zombiesOf(pid: number): number[] {
  return childrenOf(pid).filter((child) => readProc(child, "stat").includes(") Z "));
}

function mentions(pid: number, text: string): boolean {
  if (pid === process.pid || readProc(pid, "stat").includes(") Z ")) return false;
  return (
    readProc(pid, "cmdline").includes(text) || readProc(pid, "environ").includes(`SPINDLE_DATA_DIR=${text}`)
  );
}

function readProc(pid: number, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** In memory where there is room: making a database's files on a disk is a quarter of what a start costs. */
export function newDataDir(): string {
  return fs.mkdtempSync(path.join(DATA_DIRS, `${PREFIX}${process.pid}-`));
}

/** Removes what runs that were killed have left, which memory would hold until the machine starts again. */
export function sweepDataDirs(): void {
  for (const name of fs.readdirSync(DATA_DIRS)) {
    const [pid] = /^\d+(?=-)/.exec(name.replace(PREFIX, "")) ?? [];
    if (!name.startsWith(PREFIX) || pid === undefined || processAlive(Number(pid))) continue;
    fs.rmSync(path.join(DATA_DIRS, name), { recursive: true, force: true });
  }
}
