import { normalizeEmail } from "#lib/contract/email.ts";
import { openDatabase } from "#lib/db/database.ts";
import { WrongSetting } from "#lib/env.ts";
import { makePasswordReset } from "#lib/people/make-password-reset.ts";

/** Makes a link for the account of that address; gives what is told about it. */
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
