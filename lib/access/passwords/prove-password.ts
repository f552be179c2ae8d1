import { normalizeEmail } from "#lib/contract/access/email.ts";
import type { User } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { hashPassword, needsRehash, verifyPassword } from "./password.ts";
import { type Attempt, countAttempt, forgiveAttempts } from "./sign-in-attempts.ts";

export type PasswordProof = Attempt & { password: string };

/** The enabled user whose password it is, or null; both take the same time. Throws `RateLimited` after too many wrong ones. */
export async function provePassword(
  db: Db,
  { email, password, way, address }: PasswordProof,
): Promise<User | null> {
  const known = normalizeEmail(email);
  const attempt = { email: known ?? email, way, address };
  await countAttempt(db, attempt);
  const user = known === null ? null : await db.prisma.user.findUnique({ where: { email: known } });
  const enabled = user?.disabledAt === null ? user : null;
  if (!(await verifyPassword(password, enabled?.passwordHash ?? null)) || !enabled) return null;
  await forgiveAttempts(db, attempt);
  if (needsRehash(enabled.passwordHash)) await rehash(db, enabled, password);
  return enabled;
}

/** Does nothing if the password has changed since. */
async function rehash(db: Db, user: User, password: string): Promise<void> {
  await db.prisma.user.updateMany({
    where: { id: user.id, passwordHash: user.passwordHash },
    data: { passwordHash: await hashPassword(password) },
  });
}
