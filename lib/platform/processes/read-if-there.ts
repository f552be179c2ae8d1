import fs from "node:fs";

/** The system's code of an error, such as `ENOENT`; null for any other error. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** The text of a file, or null where there is none. */
export function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    // A file of /proc that is open while its process ends says ESRCH.
    if (["ENOENT", "ESRCH"].includes(systemCode(error) ?? "")) return null;
    throw error;
  }
}
