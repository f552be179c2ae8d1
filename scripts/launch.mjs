// Runs one of the project's commands: installs what is missing, picks Node 24, hands over. Plain JavaScript that needs no package,
// because an older Node (20.19 or newer) runs it.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { installFor } from "./install.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
const MODULES = path.join(ROOT, "node_modules");
const NODE_MAJOR = 24;
const LOOK_FOR_PARENT_EVERY_MS = 500;
/** Waits for one child, forwards signals to it, and reaps all other processes that end. */
const FIRST_PROCESS = `"$@" & child=$!
for signal in TERM INT HUP; do trap "kill -$signal $child" $signal; done
while :; do wait $child; code=$?; kill -0 $child 2>/dev/null || exit $code; done`;

const [command = "start", ...args] = process.argv.slice(2);
process.chdir(ROOT);
leaveFirstPlace();
installFor(command, { root: ROOT, stop });
handOver(findNode());

/** The first process of a container inherits every orphan, and Node reaps none that it did not start: a shell takes the place. */
function leaveFirstPlace() {
  // Node 22.15 and newer can; in an older one what ended unasked stays a zombie, which costs a line in the list of processes.
  if (process.pid !== 1 || !process.execve) return;
  const all = [process.execPath, import.meta.filename, command, ...args];
  process.execve("/bin/sh", ["sh", "-c", FIRST_PROCESS, "sh", ...all], process.env);
}

/** The pinned Node from npm on Linux x64 and arm64; elsewhere the running one, when it is new enough. */
function findNode() {
  const pinned = path.join(MODULES, ".bin", "node");
  if (fs.existsSync(pinned) && spawnSync(pinned, ["--version"]).status === 0) return pinned;
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= NODE_MAJOR) return process.execPath;
  return stop(
    `Spindle needs Node ${NODE_MAJOR} and this is Node ${process.versions.node}; on ${process.platform}-${process.arch} no pinned one comes ` +
      `from npm, so install Node ${NODE_MAJOR} or newer and start again.`,
  );
}

function handOver(node) {
  const script = path.join(ROOT, "scripts", `${command}.ts`);
  if (!fs.existsSync(script)) stop(`There is no command "${command}"; \`npm run\` lists all commands.`);
  const env = {
    ...process.env,
    PATH: path.join(MODULES, ".bin") + path.delimiter + (process.env.PATH ?? ""),
    // A service is five processes that load much of the same code: what Node compiled once, it reads at the next start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(ROOT, ".cache", "node"),
  };
  // The channel carries no message: its end shows the command that this process is gone, even after a kill -9.
  const child = spawn(node, [script, ...args], { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  endWithNpm(() => child.kill("SIGTERM"));
  child.on("error", (error) => stop(`Node could not be started (${node}): ${error.message}`));
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + signalNumber(signal));
  });
}

/** npm may end without a word to us: by kill -9, or in a version that passes no signal on. Started by hand, we outlive a shell as any program does. */
function endWithNpm(end) {
  if (!process.env.npm_lifecycle_script?.includes("scripts/launch.mjs")) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, LOOK_FOR_PARENT_EVERY_MS);
}

function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 1;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
