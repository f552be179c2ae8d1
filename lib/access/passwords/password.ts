import { hash, verify } from "@node-rs/argon2";
import { PASSWORD_LENGTH } from "#lib/contract/access/accounts.ts";
import { inHashSlot } from "./hash-slots.internal.ts";

/** OWASP's first choice: argon2id with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const STORED_FORM = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

export function hashPassword(password: string): Promise<string> {
  return inHashSlot(() => hash(password, COST));
}

/** Without a stored hash the same work is done on a dummy, so that an unknown user takes as long as a known one. */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  if (Buffer.byteLength(password) > PASSWORD_LENGTH.maxBytes) return false;
  dummy ??= hashPassword("nobody has this password");
  const against = storedHash ?? (await dummy);
  const matches = await inHashSlot(() => verify(against, password).catch(() => false));
  return matches && storedHash !== null;
}

/** Whether a stored hash was made at another cost than today's. */
export function needsRehash(storedHash: string): boolean {
  return !storedHash.startsWith(STORED_FORM);
}

let dummy: Promise<string> | undefined;
