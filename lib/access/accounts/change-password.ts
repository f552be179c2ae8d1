import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import { removeInitialAdminFile } from "#lib/access/passwords/initial-admin-file.ts";
import { hashPassword } from "#lib/access/passwords/password.ts";
import { provePassword } from "#lib/access/passwords/prove-password.ts";
import type { changePassword as contract } from "#lib/contract/access/accounts.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
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
