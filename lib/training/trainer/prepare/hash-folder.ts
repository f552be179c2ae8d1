import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

export type FileHash = { readonly sha256: string; readonly sizeBytes: number };
export type FileHashes = Readonly<Record<string, FileHash>>;

/** Hash and size of each file of a folder, those of folders within it too, by the path from the folder. */
export async function hashFolder(folder: string, hashOf = hashFile): Promise<FileHashes> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const hashes: [string, FileHash][] = [];
  for (const name of names) hashes.push([name, await hashOf(path.join(folder, name))]);
  return Object.fromEntries(hashes);
}

export async function hashFile(file: string): Promise<FileHash> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
  });
  return { sha256: hash.digest("hex"), sizeBytes };
}
