import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, test } from "vitest";
import { makeDataDir } from "./make-data-dir.ts";

function aFolder(): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-data-dir-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("A data folder is made with those above it, and is open to its user alone", ({ expect }) => {
  const folder = path.join(aFolder(), "deep/down");
  makeDataDir(folder);
  makeDataDir(folder);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  fs.chmodSync(folder, 0o755);
  makeDataDir(folder);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
});

test("A file, and a path below one, are refused with a reason", ({ expect }) => {
  const file = path.join(aFolder(), "file");
  fs.writeFileSync(file, "");
  expect(() => makeDataDir(file)).toThrow(`The data folder ${file} is a file: set SPINDLE_DATA_DIR`);
  expect(() => makeDataDir(path.join(file, "below"))).toThrow(
    "cannot be used (ENOTDIR): set SPINDLE_DATA_DIR",
  );
});

test.runIf(process.platform === "linux")(
  "A folder that takes no others ends the start at once",
  ({ expect }) => {
    const module = path.resolve("scripts/lib/start/make-data-dir.ts");
    // In a process of its own: what never returns could not be ended here.
    const program = `import { makeDataDir } from ${JSON.stringify(module)}; makeDataDir("/proc/nope/deeper");`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
      timeout: 30_000,
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("The data folder /proc/nope/deeper cannot be used (ENOENT)"),
    ]);
  },
);
