import { closeSync, copyFileSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { childEnvironment } from "#lib/platform/env.ts";
import { processAlive } from "#lib/platform/processes/process-alive.ts";
import { SupervisedProcess } from "./supervised-process.ts";

const WAIT = { timeout: 30_000, interval: 20 };
let folder = "";
let supervised: SupervisedProcess | null = null;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "spindle-supervised-"));
});
afterEach(async () => {
  await supervised?.stop(100);
  supervised = null;
  await rm(folder, { recursive: true });
});

test("a process that is stopped, and says nothing any more, is ended and started again", async () => {
  const [first] = await started({ count: 1 });
  process.kill(Number(first), "SIGSTOP");
  const [, second] = await pidsOnce(2);
  expect(second).not.toBe(first);
  expect(processAlive(Number(first))).toBe(false);
});

test("a process whose main thread hangs is ended and started again", async () => {
  const [first] = await started({ count: 2, more: ["hang"] });
  expect(processAlive(Number(first))).toBe(false);
});

test("a program that is being written at the moment of its start is started once it is there", async () => {
  const node = process.execPath;
  const copy = path.join(folder, "node");
  copyFileSync(node, copy);
  const writer = openSync(copy, "r+");
  process.execPath = copy;
  try {
    const pids = started({ count: 1 });
    await vi.waitFor(() => expect(supervised).not.toBeNull(), WAIT);
    closeSync(writer);
    expect((await pids).length).toBe(1);
  } finally {
    process.execPath = node;
  }
});

/** The ids of the processes, once so many have been started. */
async function started({ count, more = [] }: { count: number; more?: string[] }): Promise<string[]> {
  await writeFile(pidFile(), "");
  supervised = new SupervisedProcess({
    name: "beating",
    args: ["lib/testing/engines/beating-process.ts", pidFile(), ...more],
    env: childEnvironment(),
    silentAfterMs: 1_500,
  });
  return pidsOnce(count);
}

function pidsOnce(count: number): Promise<string[]> {
  return vi.waitFor(() => {
    const pids = readFileSync(pidFile(), "utf8").split("\n").filter(Boolean);
    expect(pids.length).toBeGreaterThanOrEqual(count);
    return pids;
  }, WAIT);
}

function pidFile(): string {
  return path.join(folder, "pids");
}
