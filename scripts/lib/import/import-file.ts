import fs from "node:fs";
import path from "node:path";
import { Import, type Listener, type Totals } from "#lib/traces/import/files/import-chunks.ts";
import type { Target } from "#lib/traces/import/files/send-calls.ts";
import { WrongFile } from "#lib/traces/import/wrong-file.ts";

/**
 * Sends what files hold. Throws where one cannot be read or the service not be used; a file of another kind is reported and left out, and
 * thrown where it is the only one.
 */
export async function importFiles(
  files: readonly string[],
  target: Target,
  listener: Listener,
): Promise<Totals> {
  let readBefore = 0;
  const sum: Listener = {
    leftOut: (place, reason) => listener.leftOut(place, reason),
    progress: (bytesRead, totals) => listener.progress(readBefore + bytesRead, totals),
  };
  const running = new Import(target, sum);
  for (const file of files) {
    const name = files.length > 1 ? path.basename(file) : undefined;
    try {
      await running.run(await fs.openAsBlob(file), name);
    } catch (error) {
      if (!(error instanceof WrongFile) || name === undefined) throw error;
      listener.leftOut(name, error.message);
    }
    readBefore += fs.statSync(file).size;
  }
  return running.totals;
}

/** The files of a folder that may hold conversations or exported calls, in order: the numbered dialogues where it has some, as data sets are published. */
export function filesOf(place: string): string[] {
  if (!fs.statSync(place).isDirectory()) return [place];
  const names = fs.readdirSync(place).sort();
  const dialogues = names.filter((name) => /^dialogues_\d+\.json$/.test(name));
  const chosen =
    dialogues.length > 0 ? dialogues : names.filter((name) => /\.(jsonl?|ndjson|parquet)$/i.test(name));
  return chosen.map((name) => path.join(place, name));
}
