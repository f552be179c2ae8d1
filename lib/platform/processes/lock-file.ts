import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processAlive, processIdentity } from "./process-alive.ts";
import { readIfThere, systemCode } from "./read-if-there.ts";

const LOOK_EVERY_MS = 50;

/** Takes the lock file for this process; returns its release, or the id of the living process that holds it. */
export function tryLock(file: string): (() => void) | number {
  for (;;) {
    if (createWithContent(file, processIdentity(process.pid))) return () => fs.rmSync(file, { force: true });
    const holder = readIfThere(file) ?? "";
    const pid = Number(holder.split(":")[0]);
    if (pid > 0 && processAlive(pid) && processIdentity(pid) === holder) return pid;
    fs.rmSync(file, { force: true }); // its holder died without giving it back
  }
}

/** As `tryLock`, after waiting for a holder up to `patienceMs`. */
export async function waitForLock(file: string, patienceMs: number): Promise<(() => void) | number> {
  const deadline = Date.now() + patienceMs;
  let release = tryLock(file);
  while (typeof release === "number" && Date.now() < deadline) {
    await sleep(LOOK_EVERY_MS);
    release = tryLock(file);
  }
  return release;
}

/** Runs `action` while this process holds the lock file; waits for earlier holders. */
export async function withLock<T>(file: string, action: () => Promise<T>): Promise<T> {
  const release = await waitForLock(file, Number.POSITIVE_INFINITY);
  if (typeof release === "number") throw new Error(`The wait for ${file} ended without a result`);
  try {
    return await action();
  } finally {
    release();
  }
}

/** A link appears with its content, so that nobody reads a lock without a holder. Returns false when the file exists. */
function createWithContent(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  fs.writeFileSync(draft, content);
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}
