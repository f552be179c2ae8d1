import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { WrongSetting } from "#lib/platform/env.ts";

const MIN_BYTES = 32;
const READABLE_BY_OTHERS = 0o077;

/** The secret kept in `file`, made at the first call. Refuses one that others can read or that is too short. */
export function readOrMakeSecret(file: string): string {
  if (!fs.existsSync(file))
    fs.writeFileSync(file, `${randomBytes(MIN_BYTES).toString("base64url")}\n`, { mode: 0o600 });
  const mode = fs.statSync(file).mode & 0o777;
  if (mode & READABLE_BY_OTHERS)
    throw new WrongSetting(
      `Other users can read the secret in ${file} (mode ${mode.toString(8)}): run chmod 600 on it, or delete it to have a new one made.`,
    );
  const secret = fs.readFileSync(file, "utf8").trim();
  if (Buffer.byteLength(secret) < MIN_BYTES)
    throw new WrongSetting(
      `The secret in ${file} is shorter than ${MIN_BYTES} bytes: delete the file to have a new one made.`,
    );
  return secret;
}
