import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { verifyFolder, writeFolder } from "./write-folder.ts";

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "spindle-folder-"));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test("a folder appears with all its files, and the answer has their sizes and hashes", async () => {
  const hashes = await writeFolder(join(parent, "deep", "step-1"), writeTwo);
  expect(await readFile(join(parent, "deep", "step-1", "b.txt"), "utf8")).toBe("abc");
  // SHA-256 of "abc" and of nothing, as FIPS 180-2 and everyone since gives them.
  expect(hashes).toEqual({
    "a.txt": { sizeBytes: 0, sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    "b.txt": { sizeBytes: 3, sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
  });
  await verifyFolder(join(parent, "deep", "step-1"), hashes);
});

test("the folder has no name before it is whole", async () => {
  await writeFolder(join(parent, "step-1"), async (temporary) => {
    await writeTwo(temporary);
    expect(await readdir(parent)).not.toContain("step-1");
  });
  expect(await readdir(parent)).toEqual(["step-1"]);
});

test("a writer that fails leaves no files, and its error comes through", async () => {
  const write = writeFolder(join(parent, "step-1"), async (temporary) => {
    await writeTwo(temporary);
    throw new Error("disk on fire");
  });
  await expect(write).rejects.toThrow("disk on fire");
  expect(await readdir(parent)).toEqual([]);
});

test("a folder that is there is never replaced", async () => {
  await writeFolder(join(parent, "step-1"), writeTwo);
  await expect(writeFolder(join(parent, "step-1"), writeTwo)).rejects.toThrow();
  expect(await readdir(parent)).toEqual(["step-1"]);
});

test("a changed byte, a cut file and a missing file are reported with the file's name", async () => {
  const folder = join(parent, "step-1");
  const hashes = await writeFolder(folder, writeTwo);
  const spoiled = [
    [CorruptFiles, () => writeFile(join(folder, "b.txt"), "abd")],
    [CorruptFiles, () => writeFile(join(folder, "b.txt"), "ab")],
    [MissingFiles, () => rm(join(folder, "b.txt"))],
    [CorruptFiles, () => mkdir(join(folder, "b.txt"))],
  ] as const;
  for (const [kind, spoil] of spoiled) {
    await spoil();
    const verified = verifyFolder(folder, hashes);
    await expect(verified).rejects.toThrow(kind);
    await expect(verified).rejects.toThrow("b.txt");
  }
});

test("a file in the place of the folder is a change", async () => {
  const folder = join(parent, "step-1");
  const hashes = await writeFolder(folder, writeTwo);
  await rm(folder, { recursive: true });
  await writeFile(folder, "");
  await expect(verifyFolder(folder, hashes)).rejects.toThrow(CorruptFiles);
});

test("a folder inside is refused: only files are hashed", async () => {
  const write = writeFolder(join(parent, "step-1"), (temporary) => mkdir(join(temporary, "inner")));
  await expect(write).rejects.toThrow("inner");
});

async function writeTwo(folder: string): Promise<void> {
  await writeFile(join(folder, "b.txt"), "abc");
  await writeFile(join(folder, "a.txt"), "");
}
