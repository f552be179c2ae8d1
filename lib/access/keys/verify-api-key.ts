import type { Actor } from "#lib/access/context.ts";
import { KEY_SCOPES, type KeyScope } from "#lib/contract/access.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { readApiKey } from "./api-key.ts";
import { sameHash } from "./secret-hash.ts";

/** The actor behind a key, or null when it is unknown, revoked, expired or its user is disabled. */
export async function verifyApiKey(db: Db, text: string): Promise<Actor | null> {
  const parts = readApiKey(text);
  if (!parts) return null;
  const [row] = await db.query<KeyRow>(
    sql`
      select k.id, k.secret_hash, k.scopes, k.project_ids, k.last_used_at < now() - interval '1 minute' is not false as is_stale,
        u.id as user_id, u.name, u.email, u.is_instance_admin, u.default_entity
      from api_key k join app_user u on u.id = k.user_id
      where k.public_id = ${parts.publicId} and k.revoked_at is null and u.disabled_at is null
        and (k.expires_at is null or k.expires_at > now())`,
    "verify-api-key",
  );
  if (!row || !sameHash(row.secret_hash, parts.secretHash)) return null;
  if (row.is_stale) await db.query(sql`update api_key set last_used_at = now() where id = ${row.id}`);
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    isInstanceAdmin: row.is_instance_admin,
    defaultEntity: row.default_entity,
    key: { id: row.id, scopes: row.scopes.filter(isKeyScope), projectIds: row.project_ids },
  };
}

type KeyRow = {
  id: string;
  secret_hash: Buffer;
  scopes: string[];
  project_ids: string[];
  is_stale: boolean;
  user_id: string;
  name: string;
  email: string;
  is_instance_admin: boolean;
  default_entity: string;
};

function isKeyScope(name: string): name is KeyScope {
  return KEY_SCOPES.some((scope) => scope === name);
}
