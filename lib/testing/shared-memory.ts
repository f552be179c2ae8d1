import fs from "node:fs";

const FOLDER = "/dev/shm";
const ENOUGH_BYTES = 4 * 2 ** 30;

/** Where files live in memory, for what needs no disk; null where the machine has no such folder, or a small one, as containers do by default. */
export function sharedMemory(): string | null {
  if (!fs.existsSync(FOLDER)) return null;
  const { blocks, bsize } = fs.statfsSync(FOLDER);
  return blocks * bsize >= ENOUGH_BYTES ? FOLDER : null;
}
