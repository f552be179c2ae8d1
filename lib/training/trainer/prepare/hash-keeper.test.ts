import { mkdtemp, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { hashFile } from "./hash-folder.ts";
import { HashKeeper } from "./hash-keeper.ts";

async function aFile(content: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hash-keeper-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "model.safetensors");
  await writeFile(file, content);
  return file;
}

test("a file is read once as long as it is as it was", async () => {
  const file = await aFile("weights");
  const read = vi.fn(hashFile);
  const keeper = new HashKeeper(read);
  const first = await keeper.hashOf(file);
  expect(first).toEqual(await hashFile(file));
  expect(await keeper.hashOf(file)).toEqual(first);
  expect(read).toHaveBeenCalledTimes(1);
});

test("a file with other bytes is read again, also where it has the size and the time of before", async () => {
  const file = await aFile("weights");
  const keeper = new HashKeeper(hashFile);
  const first = await keeper.hashOf(file);
  const { atime, mtime } = await stat(file);
  await writeFile(file, "WEIGHTS");
  await utimes(file, atime, mtime);
  const second = await keeper.hashOf(file);
  expect(second.sha256).not.toBe(first.sha256);
  await writeFile(`${file}.new`, "Weights");
  await utimes(`${file}.new`, atime, mtime);
  await rename(`${file}.new`, file);
  expect((await keeper.hashOf(file)).sha256).toBe((await hashFile(file)).sha256);
});

test("what changes as it is read is not kept", async () => {
  const file = await aFile("weights");
  const read = vi.fn(async (name: string) => {
    const hash = await hashFile(name);
    if (read.mock.calls.length === 1) await writeFile(name, "other weights");
    return hash;
  });
  const keeper = new HashKeeper(read);
  await keeper.hashOf(file);
  expect(await keeper.hashOf(file)).toEqual(await hashFile(file));
  expect(read).toHaveBeenCalledTimes(2);
});
