import { randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { initialAdminFile } from "#lib/access/passwords/initial-admin-file.ts";
import { childEnvironment, env, type Settings, WrongSetting } from "#lib/platform/env.ts";
import { bindSocket } from "#lib/platform/processes/bind-socket.ts";
import { endWithParent } from "#lib/platform/processes/end-with-parent.ts";
import { tryLock, waitForLock } from "#lib/platform/processes/lock-file.ts";
import { migrate } from "#lib/platform/processes/migrate/migrate.ts";
import { type Progress, progressText } from "#lib/platform/processes/migrate/report.ts";
import { freePort } from "#lib/platform/processes/ports.ts";
import { requireEngine } from "./check-engine.ts";
import { checkInitSettings } from "./check-init-settings.ts";
import { requireSameInstance } from "./check-instance.ts";
import { openAccess, openServiceDatabase } from "./database/open-database.ts";
import { startLock } from "./database/reach-database.ts";
import { engineRunsHere, WITHOUT_ENGINE } from "./engine-runs-here.ts";
import type { FirstRunResult } from "./first-run.ts";
import { keyFile, writeAddress, writeInitialKey } from "./local-access.ts";
import { makeDataDir } from "./make-data-dir.ts";
import { buildApplication, generateClient, generateDocs } from "./prepare/prepare-sources.ts";
import { readOrMakeSecret } from "./secret-file.ts";
import { openStartPage, type StartPage } from "./start-page.ts";
import { SupervisedProcess } from "./supervised-process.ts";
import { WebProcesses } from "./web-processes.ts";

/** Together with the database's own stop this stays under ten seconds. */
const PROCESS_PATIENCE_MS = 8_500;
/** So much of it is for the sampler, which ends after the web process that reads from it. */
const SAMPLER_PATIENCE_MS = 1_000;
const HEALTHY_WITHIN_MS = 60_000;
const PASSWORD_CHECK_EVERY_MS = 60_000;
/** Each process beats once a second; on a machine that swaps, a beat may be late for long. */
const SILENT_AFTER_MS = 30_000;
/** What an earlier start left after a kill -9 needs a moment to go: as long as its orderly end may take. */
const LEFTOVERS_GONE_WITHIN_MS = 10_000;

const LOG_MIGRATIONS_EVERY_MS = 3_000;

/** What is running, newest last; it is ended in reverse. */
type Running = (() => Promise<void> | void)[];

/** Starts database, web, worker, sampler and trainer, and keeps them running until a signal comes. `dev` serves the sources as they are now. */
export async function runService({ dev }: { dev: boolean }): Promise<void> {
  const running: Running = [];
  const abort = new AbortController();
  process.stdout.on("error", () => undefined); // a closed terminal must not stop the orderly end
  const hurry: (() => void)[] = [];
  endWithParent(
    async () => {
      abort.abort();
      for (const end of running.reverse()) await end();
    },
    {
      hurry: () => {
        for (const end of hurry) end();
      },
    },
  );
  try {
    await startAll({ dev, running, hurry, signal: abort.signal });
  } catch (error) {
    if (abort.signal.aborted) return;
    console.error(error instanceof Error ? error.message : String(error));
    for (const end of running.reverse()) await end();
    process.exit(1);
  }
}

type Start = {
  dev: boolean;
  running: Running;
  /** What ends things at once when somebody does not wait for the order. */
  hurry: (() => void)[];
  signal: AbortSignal;
};

async function startAll({ dev, running, hurry, signal }: Start): Promise<void> {
  const settings = env();
  checkInitSettings(settings);
  requireEngine(settings);
  running.push(await takeDataDir(settings.SPINDLE_DATA_DIR));
  const port = settings.PORT === 0 ? await freePort() : settings.PORT;
  const startPage = await openStartPage(settings.HOST, port);
  running.push(() => startPage.close());
  const secret =
    settings.NEXTAUTH_SECRET ?? readOrMakeSecret(path.join(settings.SPINDLE_DATA_DIR, "nextauth-secret"));
  const database = await openServiceDatabase(settings, settings.SPINDLE_DATA_DIR);
  running.push(() => database.stop());
  signal.throwIfAborted();
  await bringUpToDate(database.ownerUrl, startPage);
  const databaseUrl = await openAccess(database.ownerUrl, settings);
  const dataDir = settings.SPINDLE_DATA_DIR;
  await requireSameInstance({ databaseUrl, secret, dataDir, accepts: settings.SPINDLE_ACCEPT });
  await generateClient(signal);
  if (dev) await generateDocs(signal);
  else
    await buildApplication(signal, () => {
      startPage.say("Building the application (about half a minute, after changes only)");
      console.log("Building the application (about half a minute, after changes only) …");
    });
  startPage.say("Starting its processes");
  // It stands on the generated client, which a fresh clone has only now.
  const firstStart = await import("./first-run.ts");
  const made = await firstStart.firstRun(databaseUrl, settings);
  if (made) firstStart.writeInitialAdmin(settings.SPINDLE_DATA_DIR, made);
  if (made) writeInitialKey(settings.SPINDLE_DATA_DIR, made);
  const address = settings.NEXTAUTH_URL ?? `http://${shownHost(settings.HOST)}:${port}`;
  const startId = randomUUID();
  let processes = (): SupervisedProcess[] => [];
  // Before any process, so that a trainer that dies is known to belong to a start that lives.
  const announced = { databaseUrl, startId, url: address, roles: () => rolesOf(processes()) };
  running.push(await (await import("./announce-node.ts")).announceNode(announced));
  await startPage.close();
  const socket = await bindSocket(settings.HOST, port);
  running.push(() => socket.close());
  const { web, sampler, others } = startProcesses(dev, socket.fd, {
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: "",
    SPINDLE_START_ID: startId,
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_URL: address,
    PORT: String(port),
    // The web process asks the sampler on loopback; other users of this machine have no token.
    SPINDLE_SAMPLER_URL: `http://127.0.0.1:${await freePort()}`,
    SPINDLE_SAMPLER_TOKEN: randomBytes(32).toString("base64url"),
  });
  processes = () => [...web.members, ...(sampler ? [sampler] : []), ...others];
  const stopAll = async (patienceMs: number) => {
    // New connections are refused from now on, and do not wait for somebody to serve.
    socket.close();
    const askersMs = Math.max(0, patienceMs - SAMPLER_PATIENCE_MS);
    await Promise.all([
      ...others.map((one) => one.stop(patienceMs)),
      // Answers that are being written come to their end first.
      web.stop(askersMs).then(() => sampler?.stop(patienceMs - askersMs)),
    ]);
  };
  running.push(() => stopAll(PROCESS_PATIENCE_MS));
  hurry.push(() => void stopAll(0));
  const local = `http://${shownHost(settings.HOST)}:${port}`;
  await waitUntilHealthy(`${local}/api/v1/health`, signal);
  writeAddress(dataDir, local);
  announce(address, settings, made);
  if (!dev) web.keepSpares(settings.WEB_SPARES);
  repeat(() => firstStart.removeUsedPassword(databaseUrl, settings.SPINDLE_DATA_DIR), running);
}

/** Says on the start page at once how far the migrations are; in the log only where they take so long that somebody might wonder. */
async function bringUpToDate(ownerUrl: string, startPage: StartPage): Promise<void> {
  startPage.say("Bringing the tables up to date");
  let logAfter = performance.now() + LOG_MIGRATIONS_EVERY_MS;
  const report = (progress: Progress | null) => {
    const text = progressText(progress);
    startPage.say(text);
    if (performance.now() < logAfter) return;
    console.log(`${text} …`);
    logAfter = performance.now() + LOG_MIGRATIONS_EVERY_MS;
  };
  await migrate(ownerUrl, { report });
  startPage.say("Preparing the application");
}

/** One start per data folder: a second would share the database but fight for everything else. Returns the release. */
async function takeDataDir(dataDir: string): Promise<() => void> {
  makeDataDir(dataDir);
  const lock = startLock(dataDir);
  const holder = tryLock(lock);
  if (typeof holder !== "number") return holder;
  console.log(`Process ${holder} uses the data folder ${dataDir}; waiting for it to end …`);
  const release = await waitForLock(lock, LEFTOVERS_GONE_WITHIN_MS);
  if (typeof release === "number")
    throw new WrongSetting(
      `Spindle already runs on the data folder ${dataDir} (process ${release}): stop it, or set SPINDLE_DATA_DIR and PORT for a second one.`,
    );
  return release;
}

function startProcesses(dev: boolean, socket: number, settings: Record<string, string>) {
  const NODE_ENV = dev ? "development" : "production";
  const envOf = (name: string) =>
    childEnvironment({ ...settings, NODE_ENV, NEXT_TELEMETRY_DISABLED: "1", SPINDLE_PROCESS: name });
  // Without Object.prototype.__proto__ a caller's JSON has one way less to reach a prototype. It is taken away, not guarded by an error:
  // a header of that name would end the process.
  const strict = "--disable-proto=delete";
  // Node's watch mode stands between us and the program.
  const silentAfterMs = dev ? null : SILENT_AFTER_MS;
  const planOf = (name: string, ...args: string[]) => ({
    name,
    env: envOf(name),
    args: [strict, ...args],
    silentAfterMs,
  });
  const start = (name: string, ...args: string[]) => new SupervisedProcess(planOf(name, ...args));
  const watched = dev ? ["--watch"] : [];
  return {
    web: new WebProcesses(planOf("web", "server.ts", ...(dev ? ["--dev"] : [])), socket),
    sampler: engineRunsHere(env()) ? start("sampler", ...watched, "lib/serving/sampler/main.ts") : null,
    others: [
      start("worker", ...watched, "lib/jobs/worker/main.ts"),
      ...(engineRunsHere(env()) ? [start("trainer", ...watched, "lib/training/trainer/main.ts")] : []),
    ],
  };
}

/** A trainer makes itself known, and one web process is as good as several. */
function rolesOf(processes: readonly SupervisedProcess[]): string[] {
  const names = processes.filter((one) => one.isRunning).map((one) => one.plan.name);
  return [...new Set(names)].filter((name) => name !== "trainer");
}

async function waitUntilHealthy(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    const healthy = await fetch(url, { signal }).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    signal.throwIfAborted();
    if (Date.now() > deadline)
      throw new Error(
        `The web process did not become healthy within ${HEALTHY_WITHIN_MS / 1000} s; its log is above.`,
      );
    await sleep(50);
  }
}

/** A wildcard address is not a place to go to. */
function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function announce(address: string, settings: Settings, made: FirstRunResult | null): void {
  const lines = [`Spindle is ready: ${address}`];
  if (made?.password)
    lines.push(
      `  sign in as  ${made.email}`,
      `  password    ${made.password}   (also in ${initialAdminFile(settings.SPINDLE_DATA_DIR)})`,
    );
  if (made?.apiKey)
    lines.push(
      `  API key     ${made.apiKey}   (project ${made.projectPath}; also in ${keyFile(settings.SPINDLE_DATA_DIR)})`,
    );
  const open = settings.HOST !== "127.0.0.1" && settings.HOST !== "localhost" && settings.HOST !== "::1";
  if (!engineRunsHere(settings)) lines.push(`  ${WITHOUT_ENGINE}`);
  if (open && !address.startsWith("https:"))
    lines.push(
      `  Warning: ${settings.HOST} is open to the network without TLS; put a proxy with TLS in front and set NEXTAUTH_URL.`,
    );
  console.log(lines.join("\n"));
}

/** Does `work` now and every minute until the service stops. */
function repeat(work: () => Promise<void>, running: Running): void {
  // The database may be away for a moment; the next round asks again.
  const round = () => void work().catch(() => undefined);
  round();
  const timer = setInterval(round, PASSWORD_CHECK_EVERY_MS);
  running.push(() => clearInterval(timer));
}
