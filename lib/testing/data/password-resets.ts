import { randomBytes } from "node:crypto";
import { hashSecret } from "#lib/access/keys/secret-hash.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Harness } from "#lib/testing/harness.ts";

/** A link by which an account's password is replaced: its token. */
export async function aPasswordReset(
  api: Harness,
  userId: string,
  row: { expiresAt?: Date; usedAt?: Date; revokedAt?: Date } = {},
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + 3_600_000);
  await api.db.prisma.passwordReset.create({
    data: { id: newId(), tokenHash: hashSecret(token), userId, expiresAt, ...row },
  });
  return token;
}
