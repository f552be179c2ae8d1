import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { tryLock, withLock } from "./lock-file.ts";

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
