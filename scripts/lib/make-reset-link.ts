import { makePasswordReset } from "#lib/access/people/make-password-reset.ts";
import { normalizeEmail } from "#lib/contract/access/email.ts";
import { openDatabase } from "#lib/platform/db/database.ts";
import { WrongSetting } from "#lib/platform/env.ts";

/** Makes a link for the account of that address; gives what to say about it. */
export async function makeResetLink(
  databaseUrl: string,
  { email: typed, origin }: { email: string; origin: string },
): Promise<string> {
  const database = openDatabase(databaseUrl, 1);
  try {
    const email = normalizeEmail(typed) ?? typed;
    const user = await database.prisma.user.findUnique({ where: { email } });
    if (!user) throw new WrongSetting(`No account has the address ${email}; check how it is spelt.`);
    if (user.disabledAt)
      throw new WrongSetting(`The account ${email} is disabled; an admin of the server can enable it first.`);
    const { token } = await database.transaction((db) =>
      makePasswordReset(db, user.id, { actor: null, requestId: null }),
    );
    return [
      `Open this link, or give it to ${email}: it works once, for 24 hours.`,
      `  ${origin}/password-resets/${token}`,
    ].join("\n");
  } finally {
    await database.close();
  }
}
