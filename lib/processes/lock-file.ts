import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processAlive, processIdentity } from "./process-alive.ts";
import { readIfThere, systemCode } from "./read-if-there.ts";

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

/** Runs `action` while this process holds the lock file, after those who hold it before. */
export async function withLock<T>(file: string, action: () => Promise<T>): Promise<T> {
  let release = tryLock(file);
  while (typeof release === "number") {
    await sleep(50);
    release = tryLock(file);
  }
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
