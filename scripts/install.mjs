// Installs packages before a command runs: what building and running need, or all. Plain JavaScript that needs no package, for any Node from 20.19 on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Holds the hash of the installed lock, followed by `TO_RUN` if only the packages for running were installed. */
const STAMP = ".spindle-lock-sha256";
const TO_RUN = " to run";
/** These need no test browser, no linter and no other clients; all other commands are developers'. */
const RUNNING = ["start", "import", "reset-password", "remake/remake", "tasks/build", "container/make"];
/** Of what only developers have, one package. */
const DEVELOPERS = "vitest";
/** What is never loaded here: binaries for other platforms, headers, engines for other databases. Below `node_modules`. */
const PARTLY_USED = [
  { folder: "onnxruntime-node/bin/napi-v6", isUsed: (name) => name === process.platform },
  { folder: `onnxruntime-node/bin/napi-v6/${process.platform}`, isUsed: (name) => name === process.arch },
  { folder: `node-${process.platform}-${process.arch}`, isUsed: (name) => name !== "include" },
  { folder: "@prisma/client/runtime", isUsed: isForPostgres },
  { folder: "prisma/build", isUsed: isForPostgres },
];

/** Makes `node_modules` below `root` hold what `command` needs. `stop` gets the sentence where that cannot be. */
export function installFor(command, { root, stop }) {
  const modules = path.join(root, "node_modules");
  const lock = path.join(root, "package-lock.json");
  // A service that came built brings its packages.
  if (!fs.existsSync(lock)) return;
  const wanted = createHash("sha256").update(fs.readFileSync(lock)).digest("hex");
  const stamp = readIfThere(path.join(modules, STAMP)) ?? "";
  const isForAll = !RUNNING.includes(command);
  const there = whatIsThere({ modules, lock, stamp, wanted });
  let isAll = there === "all";
  if (there === null) {
    // A full installation stays full.
    isAll = isForAll || (stamp !== "" && !stamp.endsWith(TO_RUN));
    npm(isAll ? ["ci"] : ["ci", "--omit=dev"], { root, stop, what: "packages" });
  } else if (isForAll && !isAll) {
    // Adds and takes nothing away, since a service may be running from here.
    isAll = true;
    npm(["install", "--no-save", "--include=dev"], { root, stop, what: "packages for developers" });
  }
  const next = isAll ? wanted : wanted + TO_RUN;
  if (stamp === next) return;
  for (const place of PARTLY_USED) removeUnused(modules, place);
  fs.writeFileSync(path.join(modules, STAMP), next);
}

/** Of the packages that the lock names now: all, those to run, or null for neither. */
function whatIsThere({ modules, lock, stamp, wanted }) {
  if (stamp === wanted) return "all";
  if (stamp === wanted + TO_RUN) return "to run";
  if (!installedByHand(modules, lock)) return null;
  return fs.existsSync(path.join(modules, DEVELOPERS)) ? "all" : "to run";
}

/** npm keeps a copy of the lock inside node_modules; one that is newer than ours means that `npm ci` or `npm install` was run. */
function installedByHand(modules, lock) {
  const copy = fs.statSync(path.join(modules, ".package-lock.json"), { throwIfNoEntry: false });
  return copy !== undefined && copy.mtimeMs >= fs.statSync(lock).mtimeMs;
}

function npm(args, { root, stop, what }) {
  console.error(`Installing ${what} (about a minute, once) …`);
  const program = process.env.npm_execpath;
  const options = [...args, "--no-audit", "--no-fund", "--loglevel=error"];
  const run = (command, all) =>
    spawnSync(command, all, { cwd: root, stdio: ["ignore", 2, 2], env: installEnvironment() });
  const { status, error } = program?.endsWith("js")
    ? run(process.execPath, [program, ...options])
    : run("npm", options);
  if (status === 0) return;
  const why = error
    ? `npm could not be run: ${error.message}`
    : `npm ${args[0]} ended with code ${status}, see above`;
  stop(
    `The packages could not be installed (${why}). The first start needs npm and its registry; check the network and start again.`,
  );
}

/** NODE_ENV=production would leave out what is asked for. */
function installEnvironment() {
  const { NODE_ENV: _, ...rest } = process.env;
  return rest;
}

function removeUnused(modules, { folder, isUsed }) {
  const at = path.join(modules, folder);
  if (!fs.existsSync(at)) return;
  for (const name of fs.readdirSync(at))
    if (!isUsed(name)) fs.rmSync(path.join(at, name), { recursive: true, force: true });
}

function isForPostgres(name) {
  return !/^query_compiler_.*\.(cockroachdb|mysql|sqlite|sqlserver)\./.test(name);
}

function readIfThere(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null;
}
