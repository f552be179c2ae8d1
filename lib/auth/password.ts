import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice: argon2id with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const PASSWORD_LENGTH = { min: 12, maxBytes: 1024 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Without a stored hash the same work is done on a dummy, so that an unknown user takes as long as a known one. */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  if (Buffer.byteLength(password) > PASSWORD_LENGTH.maxBytes) return false;
  dummy ??= hashPassword("nobody has this password");
  const matches = await verify(storedHash ?? (await dummy), password);
  return matches && storedHash !== null;
}

let dummy: Promise<string> | undefined;
