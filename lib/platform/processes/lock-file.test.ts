import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { tryLock, waitForLock, withLock } from "./lock-file.ts";
import { processIdentity } from "./process-alive.ts";

const folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-lock-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test("A lock that is held names its holder, and is free again once released", () => {
  const file = path.join(folder, "held");
  const release = tryLock(file);
  if (typeof release === "number") throw new Error("The lock was not free");
  expect(tryLock(file)).toBe(process.pid);
  release();
  expect(typeof tryLock(file)).toBe("function");
});

test("A lock of a process that is gone, or whose id another process has now, is free", () => {
  const file = path.join(folder, "stale");
  for (const holder of ["4194304:1", `${process.pid}:1`, ""]) {
    fs.writeFileSync(file, holder);
    const release = tryLock(file);
    expect(typeof release).toBe("function");
    if (typeof release === "function") release();
  }
});

test("A lock of a process that has ended and was not reaped yet is free", async () => {
  const file = path.join(folder, "zombie");
  // The shell becomes a program that reaps nobody, so its child stays a zombie.
  const parent = spawn("sh", ["-c", "exec 3<&0; sh -c 'echo $$; read line <&3' & exec sleep 60"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  try {
    const [printed] = await once(parent.stdout, "data");
    const zombie = Number(String(printed));
    fs.writeFileSync(file, processIdentity(zombie));
    expect(tryLock(file)).toBe(zombie);
    parent.stdin.end("end\n");
    await expect.poll(() => fs.readFileSync(`/proc/${zombie}/stat`, "utf8")).toContain(") Z ");
    expect(typeof tryLock(file)).toBe("function");
  } finally {
    parent.kill("SIGKILL");
  }
});

test("Who waits for a lock has it as soon as it is given back, and otherwise learns who holds it", async () => {
  const file = path.join(folder, "awaited");
  const release = tryLock(file);
  if (typeof release === "number") throw new Error("The lock was not free");
  expect(await waitForLock(file, 0)).toBe(process.pid);
  const waiting = waitForLock(file, 10_000);
  release();
  expect(typeof (await waiting)).toBe("function");
});

test("Work under one lock never overlaps", async () => {
  const file = path.join(folder, "work");
  let inside = 0;
  const work = () =>
    withLock(file, async () => {
      expect(++inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    });
  await Promise.all([work(), work(), work()]);
});
