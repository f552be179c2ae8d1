import type { Actor } from "#lib/access/context.ts";
import { KEY_SCOPES, type KeyScope } from "#lib/contract/access.ts";
import { bool, columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { readApiKey } from "./api-key.ts";
import { sameHash } from "./secret-hash.ts";

/** The actor of a key, or null if it is unknown, revoked or expired, or its user is disabled. */
export async function verifyApiKey(db: Db, text: string): Promise<Actor | null> {
  const parts = readApiKey(text);
  if (!parts) return null;
  const [row] = await db.query(
    sql`
      select ${KEY}
      from api_key k join app_user u on u.id = k.user_id
      where k.public_id = ${parts.publicId} and k.revoked_at is null and u.disabled_at is null
        and (k.expires_at is null or k.expires_at > now())`,
    "verify-api-key",
  );
  if (!row) return null;
  const { id, secretHash, scopes, projectIds, isStale, ...user } = row;
  if (!sameHash(secretHash, parts.secretHash)) return null;
  if (isStale) await db.prisma.apiKey.updateMany({ where: { id }, data: { lastUsedAt: new Date() } });
  return { ...user, key: { id, scopes: scopes.filter(isKeyScope), projectIds } };
}

const KEY = columns({
  ...of("api_key k", "id", "secretHash", "scopes", "projectIds", "userId"),
  ...of("app_user u", "name", "email", "isInstanceAdmin", "defaultEntity"),
  isStale: bool(sql`k.last_used_at < now() - interval '1 minute' is not false`),
});

function isKeyScope(name: string): name is KeyScope {
  return KEY_SCOPES.some((scope) => scope === name);
}
