import type { Change } from "#lib/contract/datasets/version-diff.ts";
import { CHANGES } from "#lib/contract/datasets/version-diff.ts";
import { columns, int, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** Rows with their `position`, `digest` and `row_id`. */
export type RowsToCompare = { before: Sql; after: Sql };

/** The rows of a version. */
export function rowsOfVersion(projectId: string, versionId: string): Sql {
  return sql`
    select r.position, r.row_digest as digest, coalesce(t.sanitized, t.val) ->> 'row_id' as row_id
    from dataset_row r join table_row t on t.project_id = r.project_id and t.digest = r.row_digest
    where r.project_id = ${projectId} and r.version_id = ${versionId}`;
}

/** Rows that are not stored, in their order. */
export function rowsAtHand(rows: readonly { digest: string; rowId: string }[]): Sql {
  return sql`
    select (r.place - 1)::int as position, r.digest, r.row_id
    from unnest(${rows.map(({ digest }) => digest)}::text[], ${rows.map(({ rowId }) => rowId)}::text[])
      with ordinality as r (digest, row_id, place)`;
}

/** The rows of both as `compared`. Two rows of one side with one id are matched in their order. */
export function comparison({ before, after }: RowsToCompare): Sql {
  const numbered = (rows: Sql) => sql`
    select one.*, row_number() over (partition by one.row_id order by one.position) as nth from (${rows}) one`;
  return sql`
    with after_row as materialized (${numbered(after)}), before_row as materialized (${numbered(before)}),
    compared as (
      select coalesce(a.row_id, b.row_id) as row_id, a.position as after_position, b.position as before_position,
        a.digest as after_digest, b.digest as before_digest,
        case when b.row_id is null then 'added' when a.row_id is null then 'removed'
          when a.digest <> b.digest then 'changed' end as change
      from after_row a full join before_row b on b.row_id = a.row_id and b.nth = a.nth)`;
}

const COUNTED = columns({ change: orNull(text<Change>(sql`c.change`)), count: int(sql`count(*)`) });

export async function countChanges(
  db: Db,
  rows: RowsToCompare,
): Promise<{ [C in Change]: number } & { unchanged: number }> {
  const counted = await db.query(sql`
    ${comparison(rows)} select ${COUNTED} from compared c group by c.change`);
  const counts = new Map(counted.map((one) => [one.change, one.count]));
  const [added = 0, removed = 0, changed = 0] = CHANGES.map((one) => counts.get(one) ?? 0);
  return { added, removed, changed, unchanged: counts.get(null) ?? 0 };
}
