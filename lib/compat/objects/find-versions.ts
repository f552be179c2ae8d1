import { parseRef } from "#lib/compat/refs/ref.ts";
import { columns, field, of, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { namedBy } from "./object-version.internal.ts";

export type NumberedVersion = {
  ref: string;
  version: number;
  name: string;
  createdBy: string;
  createdAt: Date;
};

const NUMBERED = columns({
  version: field("object_version o", "versionIndex"),
  name: text(sql`coalesce(nullif(o.val ->> 'name', ''), o.object_id)`),
  createdBy: text(sql`coalesce(u.name, o.created_by)`),
  ...of("object_version o", "createdAt"),
});

/** The versions that references name, newest first, by the name in their value; what is deleted or none is left out. */
export async function findVersions(
  db: Db,
  projectId: string,
  refs: readonly string[],
): Promise<NumberedVersion[]> {
  const found: NumberedVersion[] = [];
  for (const ref of refs) {
    const parsed = parseRef(ref);
    if (!parsed?.digest) continue;
    const rows = await db.query(sql`
      select ${NUMBERED}
      from object_version o left join app_user u on u.id = o.created_by
      where o.project_id = ${projectId} and o.object_id = ${parsed.name} and o.deleted_at is null and ${namedBy(parsed.digest)}`);
    found.push(...rows.map((row) => ({ ref, ...row })));
  }
  return found.sort((a, b) => b.version - a.version);
}
