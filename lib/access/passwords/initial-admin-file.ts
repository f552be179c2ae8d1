import fs from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/platform/env.ts";

/** The file with the administrator's generated password; it is deleted once that password has been replaced. */
export function initialAdminFile(dataDir: string): string {
  return path.join(/* turbopackIgnore: true */ dataDir, "initial-admin.txt");
}

/** Removes the file in which the first start left the administrator's made password, once that administrator has a password of their own. */
export async function removeInitialAdminFile(email: string): Promise<void> {
  const file = initialAdminFile(env().SPINDLE_DATA_DIR);
  const content = await fs.readFile(file, "utf8").catch(() => null);
  if (content?.split("\n", 1)[0] === email) await fs.rm(file, { force: true });
}
