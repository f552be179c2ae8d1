import { randomUUID } from "node:crypto";
import { copyFile, lstat, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { type FileHashes, verifyFolder } from "./write-folder.ts";

/**
 * Puts those files of a folder back that are not as `files` says, from the folder `from`. Each is replaced whole or not at all, and those that are
 * whole stay, as does what else is in the folder. What stands in the place of the folder or of a file, and is none, is put aside.
 */
export async function putFiles(folder: string, { files, from }: Wanted): Promise<void> {
  await putAsideUnless("folder", folder);
  await mkdir(folder, { recursive: true });
  for (const [name, hash] of Object.entries(files)) {
    if (await isWhole(folder, { [name]: hash })) continue;
    const place = join(folder, name);
    await putAsideUnless("file", place);
    await replace(place, join(from, name));
  }
  await verifyFolder(folder, files);
}

type Wanted = { files: FileHashes; from: string };

async function isWhole(folder: string, files: FileHashes): Promise<boolean> {
  try {
    await verifyFolder(folder, files);
    return true;
  } catch (error) {
    if (error instanceof CorruptFiles || error instanceof MissingFiles) return false;
    throw error;
  }
}

async function putAsideUnless(kind: "folder" | "file", place: string): Promise<void> {
  const found = await stat(place).catch(() => null);
  if (kind === "folder" ? found?.isDirectory() : found?.isFile()) return;
  // What a link names may be gone, and the link is still there.
  if (!(await lstat(place).catch(() => null))) return;
  await rename(place, `${place}.aside-${randomUUID()}`);
}

async function replace(place: string, source: string): Promise<void> {
  const partial = `${place}.partial-${randomUUID()}`;
  try {
    await copyFile(source, partial);
    const file = await open(partial, "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, place);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
