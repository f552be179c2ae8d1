import fs from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/env.ts";

/** Removes the file in which the first start left the administrator's made password, once that administrator has signed in. */
export async function removeInitialAdminFile(email: string): Promise<void> {
  const file = path.join(/* turbopackIgnore: true */ env().SPINDLE_DATA_DIR, "initial-admin.txt");
  const content = await fs.readFile(file, "utf8").catch(() => null);
  if (content?.split("\n", 1)[0] === email) await fs.rm(file, { force: true });
}
