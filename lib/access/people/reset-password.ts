import { requireFitPassword, wordsOf } from "#lib/access/accounts/require-fit-password.ts";
import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { OpenCtx } from "#lib/access/context.ts";
import { removeInitialAdminFile } from "#lib/access/passwords/initial-admin-file.ts";
import { hashPassword } from "#lib/access/passwords/password.ts";
import type { resetPassword as contract } from "#lib/contract/access/people.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requirePasswordReset, usedAlready } from "./require-password-reset.internal.ts";

export async function resetPassword(
  { db, requestId }: OpenCtx,
  { token, password }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { id, userId, email, name } = await requirePasswordReset(db, token);
  requireFitPassword(password, { field: "password", ownWords: wordsOf({ email, name }) });
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    // Of several that use it at once, one does.
    const { count } = await tx.prisma.passwordReset.updateMany({
      where: { id, usedAt: null, revokedAt: null },
      data: { usedAt: new Date() },
    });
    if (count === 0) throw usedAlready();
    await tx.prisma.user.update({
      where: { id: userId },
      data: { passwordHash, mustChangePassword: false, sessionVersion: { increment: 1 } },
    });
    const actor = { userId, key: null };
    await recordAudit({ db: tx, actor, requestId }, { action: "password.reset", target: userId });
  });
  await removeInitialAdminFile(email);
  return { email };
}
