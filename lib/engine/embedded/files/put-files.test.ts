import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { putFiles } from "./put-files.ts";
import { type FileHashes, verifyFolder, writeFolder } from "./write-folder.ts";

let parent: string;
let folder: string;
let from: string;
let files: FileHashes;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "put-files-"));
  [folder, from] = [join(parent, "step-1"), join(parent, "made-again")];
  files = await writeFolder(folder, async (temporary) => {
    await writeFile(join(temporary, "a.txt"), "one");
    await writeFile(join(temporary, "b.txt"), "two");
  });
  await cp(folder, from, { recursive: true });
  await writeFile(join(folder, "notes.txt"), "precious");
});
afterEach(() => rm(parent, { recursive: true }));

test("a whole folder stays as it is, with what somebody put beside its files", async () => {
  const facts = async () => (await stat(join(folder, "a.txt"), { bigint: true })).ino;
  const before = await facts();
  await putFiles(folder, { files, from });
  expect(await facts()).toBe(before);
  expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("precious");
});

test("the file that is damaged is replaced, and nothing else", async () => {
  const facts = async () => (await stat(join(folder, "a.txt"), { bigint: true })).ino;
  const before = await facts();
  await writeFile(join(folder, "b.txt"), "twt");
  await putFiles(folder, { files, from });
  await verifyFolder(folder, files);
  expect(await facts()).toBe(before);
  expect((await readdir(folder)).sort()).toEqual(["a.txt", "b.txt", "notes.txt"]);
});

const ASIDE = expect.stringContaining(".aside-");

test("a folder in the place of a file is put aside, with what is in it", async () => {
  await rm(join(folder, "b.txt"));
  await mkdir(join(folder, "b.txt"));
  await writeFile(join(folder, "b.txt", "kept.txt"), "kept");
  await putFiles(folder, { files, from });
  await verifyFolder(folder, files);
  expect((await readdir(folder)).sort()).toEqual(["a.txt", "b.txt", ASIDE, "notes.txt"]);
});

test.each([
  ["a file", () => writeFile(folder, "no folder")],
  ["a link to nothing", () => symlink(join(parent, "nowhere"), folder)],
])("%s in the place of the folder is put aside", async (_, spoil) => {
  await rm(folder, { recursive: true });
  await spoil();
  await putFiles(folder, { files, from });
  await verifyFolder(folder, files);
  expect((await readdir(parent)).sort()).toEqual(["made-again", "step-1", ASIDE]);
});

test("a folder that is gone is there again, without what was not the checkpoint's", async () => {
  await rm(folder, { recursive: true });
  await putFiles(folder, { files, from });
  expect((await readdir(folder)).sort()).toEqual(["a.txt", "b.txt"]);
});
