import { recordAudit } from "#lib/access/audit/record-audit.ts";
import { removeInitialAdminFile } from "#lib/access/passwords/initial-admin-file.ts";
import { type PasswordProof, provePassword } from "#lib/access/passwords/prove-password.ts";
import { noteSeen } from "#lib/access/sessions/session-token.ts";
import type { Db } from "#lib/platform/db/database.ts";

/** The user data in a session. */
export type SignedIn = { id: string; sessionVersion: number };

/** Signs a person in by password; null if it is wrong. Audits both. Throws `RateLimited` after too many wrong passwords. */
export async function signIn(
  { db, requestId }: { db: Db; requestId: string },
  proof: PasswordProof,
): Promise<SignedIn | null> {
  const user = await provePassword(db, proof);
  const details = { address: proof.address };
  if (!user) {
    // The typed name is not logged: it may be a password in the wrong field.
    await recordAudit(
      { db, actor: null, requestId },
      { action: "sign_in.failed", outcome: "refused", details },
    );
    return null;
  }
  const actor = { userId: user.id, key: null };
  await recordAudit({ db, actor, requestId }, { action: "sign_in.succeeded", target: user.id, details });
  await noteSeen(db, user.id);
  if (!user.mustChangePassword) await removeInitialAdminFile(user.email);
  return { id: user.id, sessionVersion: user.sessionVersion };
}
