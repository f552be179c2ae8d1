import { randomBytes } from "node:crypto";
import { hashPassword } from "#lib/access/passwords/password.ts";
import { normalizeEmail } from "#lib/contract/access/email.ts";
import type { ProviderProblem } from "#lib/contract/access/sign-in.ts";
import type { User } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Claims } from "./oidc-provider.ts";
import type { OidcSettings } from "./oidc-settings.ts";

const MAX_NAME = 120;
const SECRET_BYTES = 32;

/** The person whom the provider vouches for, by an e-mail address that it has confirmed and by nothing else; or why there is none. */
export async function findPerson(
  db: Db,
  claims: Claims,
  settings: OidcSettings,
): Promise<User | ProviderProblem> {
  const email = normalizeEmail(String(claims.email ?? ""));
  // Some providers write the word.
  const isVerified = claims.email_verified === true || claims.email_verified === "true";
  if (email === null || !isVerified) return "unverified";
  if (settings.createsPeople) await createMissing(db, email, { claims, settings });
  const user = await db.prisma.user.findUnique({ where: { email } });
  if (!user) return "unknown";
  return user.disabledAt === null ? user : "disabled";
}

/** Nobody knows the password that a new account gets; a reset link replaces it. */
async function createMissing(
  db: Db,
  email: string,
  { claims, settings }: { claims: Claims; settings: OidcSettings },
): Promise<void> {
  if ((await db.prisma.user.count({ where: { email } })) > 0) return;
  const name = String(claims.name ?? "").trim() || (email.split("@")[0] ?? email);
  await db.prisma.user.createMany({
    data: {
      id: newId(),
      email,
      name: name.slice(0, MAX_NAME),
      passwordHash: await hashPassword(randomBytes(SECRET_BYTES).toString("base64url")),
      defaultEntity: firstEntity(settings),
    },
    skipDuplicates: true,
  });
}

function firstEntity({ roles }: OidcSettings): string {
  for (const grant of [...roles.values()].flat()) if (grant.kind !== "instance") return grant.entity;
  return "local";
}
