import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overrideSettings } from "#lib/platform/env.ts";
import { absolutePath, checkpointPath, jobPath, preparedPath, removeData } from "./data-paths.ts";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "spindle-paths-"));
  overrideSettings({ SPINDLE_DATA_DIR: path.join(root, "data") });
});
afterAll(() => rm(root, { recursive: true }));

test("paths in tables are relative, and below the data folder", () => {
  expect(checkpointPath("m-1", "c-1")).toBe("checkpoints/m-1/c-1");
  expect(jobPath("j-1", "snapshot-3")).toBe("jobs/j-1/snapshot-3");
  expect(absolutePath("checkpoints/m-1/c-1")).toBe(path.join(root, "data/checkpoints/m-1/c-1"));
});

test.each(["..", ".", "", "a/../b", "/etc", ".hidden", "a\u0000b", "a\\b", "x".repeat(129), "ü", "a b"])(
  "a name such as %j never becomes part of a path",
  (name) => {
    expect(() => checkpointPath(name, "c-1")).toThrow("cannot be part of a path");
    expect(() => absolutePath(`checkpoints/${name}`)).toThrow("cannot be part of a path");
  },
);

test("the folder around a prepared path is made for its owner alone", async () => {
  const absolute = await preparedPath(checkpointPath("m-2", "c-2"));
  const parent = await stat(path.dirname(absolute));
  expect(parent.isDirectory()).toBe(true);
  expect(parent.mode & 0o777).toBe(0o700);
});

test("a link that leads out of the data folder is refused", async () => {
  const outside = path.join(root, "outside");
  await mkdir(outside);
  await mkdir(path.join(root, "data/jobs"), { recursive: true });
  await symlink(outside, path.join(root, "data/jobs/j-3"));
  await expect(preparedPath(jobPath("j-3", "data"))).rejects.toThrow("outside the data folder");
});

test("a data folder that is itself reached by a link is fine", async () => {
  const link = path.join(root, "link");
  await symlink(path.join(root, "data"), link);
  overrideSettings({ SPINDLE_DATA_DIR: link });
  const absolute = await preparedPath(jobPath("j-4", "data"));
  expect(absolute).toBe(path.join(link, "jobs/j-4/data"));
  overrideSettings({ SPINDLE_DATA_DIR: path.join(root, "data") });
});

test("removing takes a whole folder, and what is not there is no fault", async () => {
  const absolute = await preparedPath(jobPath("j-5", "data"));
  await writeFile(absolute, "rows");
  await removeData(jobPath("j-5"));
  await removeData(jobPath("j-5"));
  await expect(stat(absolute)).rejects.toMatchObject({ code: "ENOENT" });
});
