import { readdir, stat } from "node:fs/promises";
import { absolutePath } from "./data-paths.ts";

/** The names of entries in a folder below the data folder that were last changed more than `ageMs` ago; none if the folder does not exist. */
export async function oldEntries(folder: string, ageMs: number): Promise<string[]> {
  const absolute = absolutePath(folder);
  const names = await unlessGone(readdir(absolute), []);
  const old: string[] = [];
  for (const name of names) {
    const changed = await unlessGone(
      stat(`${absolute}/${name}`).then(({ mtimeMs }) => mtimeMs),
      Number.POSITIVE_INFINITY,
    );
    if (changed <= Date.now() - ageMs) old.push(name);
  }
  return old.sort();
}

async function unlessGone<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  return asked.catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return otherwise;
    throw error;
  });
}
