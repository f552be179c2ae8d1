import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { env } from "#lib/platform/env.ts";
import { runProgram } from "../lib/checks/check.ts";

/** The machine lacks what the programs need; nothing is said about the product. */
export class NotHere extends Error {
  override name = "NotHere";
}

/** A Python with the pinned packages. */
export type Python = {
  readonly program: string;
  readonly version: string;
  /** By package, as the lock pins them. */
  readonly versions: ReadonlyMap<string, string>;
};

const LOCK = path.resolve("scripts/conformance/requirements.txt");
const NAMES = ["python3.13", "python3.12", "python3.11", "python3"];
const LEAST = 11;
const INSTALL_WITHIN_MS = 30 * 60_000;

/** Makes a virtual environment below the data folder from the lock, once for each state of it. Throws `NotHere`. */
export async function openPython(): Promise<Python> {
  const { command, version } = await findPython();
  const lock = fs.readFileSync(LOCK, "utf8");
  const digest = createHash("sha256").update(`${version}\n${lock}`).digest("hex").slice(0, 16);
  const home = path.join(env().SPINDLE_DATA_DIR, "conformance", digest);
  const program = path.join(home, "bin", "python");
  if (!fs.existsSync(path.join(home, "complete"))) await install(command, home);
  return { program, version, versions: pinnedVersions(lock) };
}

async function findPython(): Promise<{ command: string; version: string }> {
  for (const command of NAMES) {
    const found = await attempt([command, "--version"]);
    const [, version = "", minor] = /Python (3\.(\d+)\.\d+)/.exec(found?.output ?? "") ?? [];
    if (Number(minor) >= LEAST) return { command, version };
  }
  throw new NotHere(`it needs Python 3.${LEAST} or newer with venv, and none of ${NAMES.join(", ")} is one.`);
}

async function install(command: string, home: string): Promise<void> {
  console.log("Installing the pinned Python packages (a few minutes, once) …");
  fs.rmSync(home, { recursive: true, force: true });
  const made = await attempt([command, "-m", "venv", home]);
  if (made?.code !== 0) throw new NotHere(`${command} -m venv failed: ${lastLine(made?.output)}`);
  const pip = [path.join(home, "bin", "python"), "-m", "pip", "install", "--quiet", "--requirement", LOCK];
  const installed = await attempt(pip);
  if (installed?.code !== 0)
    throw new NotHere(`the packages could not be installed: ${lastLine(installed?.output)}`);
  fs.writeFileSync(path.join(home, "complete"), "");
}

/** Null where there is no such program. */
function attempt(command: string[]): Promise<{ code: number | null; output: string } | null> {
  return runProgram(command, { timeoutMs: INSTALL_WITHIN_MS }).catch(() => null);
}

/** Of what pip says, the reason stands last. */
function lastLine(output = ""): string {
  return output.trim().split("\n").at(-1) ?? "";
}

export function pinnedVersions(lock: string): ReadonlyMap<string, string> {
  return new Map(
    [...lock.matchAll(/^([\w.-]+)==(\S+)$/gm)].map(([, name = "", version = ""]) => [name, version]),
  );
}
