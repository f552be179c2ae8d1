import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Actor } from "#lib/access/context.ts";
import { mintLinkToken } from "#lib/access/keys/link-token.ts";
import { PASSWORD_RESET_HOURS } from "#lib/contract/access/people.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/ids.ts";

type Maker = { actor: Pick<Actor, "userId" | "key"> | null; requestId: string | null };

/** A link's token for the account, shown once; the one before it stops working. The maker is null on the machine itself. */
export async function makePasswordReset(
  db: Db,
  userId: string,
  { actor, requestId }: Maker,
): Promise<{ token: string; expiresAt: Date }> {
  const { token, tokenHash } = mintLinkToken();
  const [id, expiresAt] = [newId(), new Date(Date.now() + PASSWORD_RESET_HOURS * 60 * 60 * 1000)];
  await db.prisma.passwordReset.updateMany({
    where: { userId, usedAt: null, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  await db.prisma.passwordReset.create({
    data: { id, tokenHash, userId, expiresAt, createdBy: actor?.userId ?? null },
  });
  const details = { by: actor ? "an admin" : "the command line" };
  await recordAudit({ db, actor, requestId }, { action: "password_reset.created", target: userId, details });
  return { token, expiresAt };
}
