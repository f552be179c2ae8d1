import { hashSecret } from "#lib/access/keys/secret-hash.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";

/** A link that still works, and whose it is. */
type OpenReset = { id: string; userId: string; email: string; name: string; expiresAt: Date };

/** The link of a token. Unknown, replaced and expired tokens, and those of disabled accounts, get the same error; a used one gets its own. */
export async function requirePasswordReset(db: Db, token: string): Promise<OpenReset> {
  const reset = await db.prisma.passwordReset.findUnique({
    where: { tokenHash: hashSecret(token) },
    include: { user: true },
  });
  if (reset?.usedAt) throw usedAlready();
  if (!reset || reset.revokedAt || reset.expiresAt <= new Date() || reset.user.disabledAt)
    throw new NotFound("This link is unknown, replaced or expired; ask an admin for a new one");
  const { id, userId, expiresAt, user } = reset;
  return { id, userId, expiresAt, email: user.email, name: user.name };
}

export function usedAlready(): Conflict {
  return new Conflict("This link was already used; sign in, or ask an admin for a new one");
}
