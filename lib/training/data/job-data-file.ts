import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

/** What the data that a job learns from are called in its folder, by the way they came. */
export const DATA_FILES: ReadonlySet<string> = new Set(["rows.jsonl", "groups.jsonl", "fetched.jsonl"]);

/** The data of a job that ended long ago are compressed. */
export const COMPRESSED = ".gz";

/** The file that has the data of a job: the one of this name, or its compressed form; null where neither is there. */
export async function dataFileAt(file: string): Promise<string | null> {
  for (const name of [file, `${file}${COMPRESSED}`]) if (await isThere(name)) return name;
  return null;
}

/** The bytes as they came, compressed on the disk or not. */
export function readData(file: string): AsyncIterable<Buffer> {
  const bytes = createReadStream(file);
  if (!file.endsWith(COMPRESSED)) return bytes;
  const plain = createGunzip();
  // What goes wrong is thrown where the plain bytes are read.
  pipeline(bytes, plain).catch(() => undefined);
  return plain;
}

export async function hashOfData(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of readData(file)) hash.update(chunk);
  return hash.digest("hex");
}

async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
