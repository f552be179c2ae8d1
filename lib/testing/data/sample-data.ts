import fs from "node:fs";
import path from "node:path";

/** A file of the real sample conversations, or null where that folder is not on this machine. */
export function sampleFile(name: string): string | null {
  const folder =
    process.env.SPINDLE_SAMPLE_DATA ?? path.resolve(import.meta.dirname, "../../../../shared/data");
  const file = path.join(folder, name);
  return fs.existsSync(file) ? file : null;
}
