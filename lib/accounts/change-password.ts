import { recordAudit } from "#lib/audit/record-audit.ts";
import { removeInitialAdminFile } from "#lib/auth/initial-admin-file.ts";
import { hashPassword } from "#lib/auth/password.ts";
import { provePassword } from "#lib/auth/prove-password.ts";
import type { AccountCtx } from "#lib/context.ts";
import type { changePassword as contract } from "#lib/contract/accounts.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Rejected } from "#lib/errors.ts";
import { invalidAt } from "#lib/problem.ts";
import { requireFitPassword, wordsOf } from "./require-fit-password.ts";

export async function changePassword(
  { db, actor, requestId }: AccountCtx,
  { currentPassword, newPassword }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  requireFitPassword(newPassword, { field: "new_password", ownWords: wordsOf(actor) });
  if (newPassword === currentPassword)
    throw invalidAt(["body", "new_password"], {
      type: "value_error",
      text: "the new password is the current one",
    });
  const { email } = actor;
  if (!(await provePassword(db, { email, password: currentPassword, way: "session", address: null })))
    throw new Rejected("The current password is wrong");
  const passwordHash = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    await tx.prisma.user.update({
      where: { id: actor.userId },
      data: { passwordHash, mustChangePassword: false, sessionVersion: { increment: 1 } },
    });
    await recordAudit({ db: tx, actor, requestId }, { action: "password.changed", target: actor.userId });
  });
  await removeInitialAdminFile(email);
  return {};
}
