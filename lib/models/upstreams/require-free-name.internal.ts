import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";

/** A model's name may begin with an upstream's or with an entity's, so the two may not be called alike. */
export async function requireFreeName(db: Db, name: string, upstreamId: string): Promise<void> {
  const [taken] = await db.query<{ kind: string }>(sql`
    select 'upstream' as kind from upstream where name = ${name} and id <> ${upstreamId}
    union all select 'entity' from entity where name = ${name}`);
  if (taken) throw new Conflict(`There is an ${taken.kind} called ${name} already; take another name`);
}
