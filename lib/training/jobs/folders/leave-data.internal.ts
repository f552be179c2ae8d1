import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { COMPRESSED, DATA_FILES } from "#lib/training/data/job-data-file.ts";

/** Leaves of a job's folder the data that it learned from, compressed, and nothing that training wrote or that it was measured by. Answers whether something was to do. */
export async function leaveData(jobId: string): Promise<boolean> {
  const folder = absolutePath(jobPath(jobId));
  let changed = false;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (DATA_FILES.has(name)) changed = (await compress(file)) || changed;
    else if (!(name.endsWith(COMPRESSED) && DATA_FILES.has(name.slice(0, -COMPRESSED.length)))) {
      await rm(file, { recursive: true, force: true });
      changed = true;
    }
  }
  return changed;
}

/** Bytes that another job has under a second name cost nothing as they are. */
async function compress(file: string): Promise<boolean> {
  if ((await stat(file)).nlink > 1) return false;
  const target = `${file}${COMPRESSED}`;
  const partial = `${target}.partial`;
  await pipeline(
    createReadStream(file),
    createGzip(),
    createWriteStream(partial, { mode: 0o600, flush: true }),
  );
  await rename(partial, target);
  await rm(file);
  return true;
}
