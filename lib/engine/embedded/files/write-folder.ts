import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";

/** Of each file of a folder, by its name. */
export type FileHashes = Readonly<Record<string, FileHash>>;
export type FileHash = { readonly sha256: string; readonly sizeBytes: number };

const PARTIAL = ".partial-";

/**
 * Makes a folder whole or not at all: `write` fills a folder beside it, whose files are flushed to the disk before it takes its name. Answers
 * what `verifyFolder` compares later. Throws where the folder is already there.
 */
export async function writeFolder(
  folder: string,
  write: (temporaryFolder: string) => Promise<void>,
): Promise<FileHashes> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  const temporary = join(parent, `${PARTIAL}${basename(folder)}-${randomUUID()}`);
  await mkdir(temporary);
  try {
    await write(temporary);
    const hashes = await flushAndHash(temporary);
    await flushFolder(temporary);
    // Renaming replaces an empty folder and refuses one with files in it.
    await rename(temporary, folder);
    await flushFolder(parent);
    return hashes;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Reads each file again. Throws `MissingFiles` where one is not there, and `CorruptFiles`, with the file's name, where one is not what was
 * written.
 */
export async function verifyFolder(folder: string, hashes: FileHashes): Promise<void> {
  for (const [name, expected] of Object.entries(hashes)) {
    const found = await hashFile(join(folder, name), { flush: false }).catch((error: unknown) => {
      if (hasCode(error, ["ENOENT"]))
        throw new MissingFiles(`${name} of ${basename(folder)} is not on this machine`);
      // A file stands where the folder was, or a folder where the file was.
      if (hasCode(error, ["ENOTDIR", "EISDIR", "ELOOP"]))
        throw new CorruptFiles(`${join(folder, name)} is no longer a plain file`);
      throw error;
    });
    if (found.sizeBytes !== expected.sizeBytes || found.sha256 !== expected.sha256)
      throw new CorruptFiles(
        `${join(folder, name)} has changed since it was written: ${found.sizeBytes} bytes with hash ${found.sha256}, not ${expected.sizeBytes} with ${expected.sha256}`,
      );
  }
}

async function flushAndHash(folder: string): Promise<FileHashes> {
  const hashes: [string, FileHash][] = [];
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort(byName)) {
    if (!entry.isFile())
      throw new Error(`${entry.name} is not a plain file; a folder of weights can only have plain files`);
    hashes.push([entry.name, await hashFile(join(folder, entry.name), { flush: true })]);
  }
  return Object.fromEntries(hashes);
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

async function hashFile(path: string, { flush }: { flush: boolean }): Promise<FileHash> {
  const handle = await open(path, flush ? "r+" : "r");
  try {
    const hash = createHash("sha256");
    const chunk = Buffer.alloc(2 ** 20);
    let sizeBytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) break;
      hash.update(chunk.subarray(0, bytesRead));
      sizeBytes += bytesRead;
    }
    if (flush) await handle.sync();
    return { sha256: hash.digest("hex"), sizeBytes };
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder survive a loss of power. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
