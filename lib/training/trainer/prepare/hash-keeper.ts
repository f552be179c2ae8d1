import { stat } from "node:fs/promises";
import type { FileHash } from "./hash-folder.ts";

/** Files of a few base models. */
const MAX_KEPT = 1_000;

/**
 * Keeps the hashes of files as long as they are as they were read: by their place, size, inode and when they last changed. The last also changes where somebody sets the
 * time of a file back. Bits that a disk changes by itself do not show, so that this is nothing to find damage with.
 */
export class HashKeeper {
  readonly #read: (file: string) => Promise<FileHash>;
  readonly #kept = new Map<string, { state: string; hash: FileHash }>();

  constructor(read: (file: string) => Promise<FileHash>) {
    this.#read = read;
  }

  async hashOf(file: string): Promise<FileHash> {
    const state = await stateOf(file);
    const found = this.#kept.get(file);
    if (found?.state === state) return found.hash;
    const hash = await this.#read(file);
    this.#kept.delete(file);
    // What was written to as it was read may be half of each.
    if ((await stateOf(file)) === state) this.#kept.set(file, { state, hash });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return hash;
  }
}

async function stateOf(file: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}
