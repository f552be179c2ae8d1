import type { Ctx } from "#lib/access/context.ts";
import { bool, columns, int, json } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { isLatest, readableObjects } from "./object-version.internal.ts";

/** A version by its digest, `latest`, or `v` and a number. */
export type NamedVersion = { objectId: string; digest: string };
/** What a name names: null where there was never such a version, or none that the reader may see. */
export type FoundVersion = { val: unknown; isDeleted: boolean } | null;

/** Reads many versions at once, in the order of their names. */
export async function findObjects(
  { db, project }: Pick<Ctx, "db" | "project">,
  names: readonly NamedVersion[],
): Promise<FoundVersion[]> {
  const rows = await db.query(sql`
    select ${columns({
      place: int(sql`w.place - 1`),
      isDeleted: bool(sql`o.deleted_at is not null`),
      val: json(sql`case when o.deleted_at is null then o.val end`),
    })}
    from unnest(
      ${names.map(({ objectId }) => objectId)}::text[],
      ${names.map(({ digest }) => digest)}::text[]) with ordinality as w (object_id, digest, place)
    join object_version o on o.project_id = ${project.id} and o.object_id = w.object_id and ${readableObjects(project)}
      and case
        when w.digest = 'latest' then o.deleted_at is null and ${isLatest}
        when w.digest ~ '^v[0-9]{1,9}$' then o.version_index = substr(w.digest, 2)::int
        else o.digest = w.digest end`);
  const found: FoundVersion[] = names.map(() => null);
  for (const { place, val, isDeleted } of rows) found[place] = { val, isDeleted };
  return found;
}
