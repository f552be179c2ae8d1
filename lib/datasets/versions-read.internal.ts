import type { Ctx } from "#lib/access/context.ts";
import { MAY_BE_MEANT } from "#lib/datasets/affected-rows.internal.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

const ID = columns({ id: text(sql`t.id`) });

/** Versions with those from which they took rows. */
export async function readVersions(
  { db, project }: { db: Ctx["db"]; project: Pick<Ctx["project"], "id"> },
  versionIds: readonly string[],
): Promise<string[]> {
  const found = await db.query(sql`
    with recursive read as (
      select v.id from dataset_version v where v.project_id = ${project.id} and v.id = any(${[...versionIds]}::text[])
      union
      select w.id
      from read r
      join dataset_version v on v.project_id = ${project.id} and v.id = r.id
        and exists (select from json_array_elements(v.recipe -> 'sources') s where s ->> 'kind' = 'version')
      cross join lateral (
        select distinct e.evidence_id from dataset_evidence e
        where e.project_id = ${project.id} and e.version_id = v.id and e.kind = 'version') e
      join dataset_version w on w.project_id = ${project.id} and w.object_digest = e.evidence_id)
    select ${ID} from read t`);
  return found.map(({ id }) => id);
}

/** The condition on evidence (as `e`) of such versions and a retraction (as `r`): each is held only against what it can mean, which the evidence says by itself. */
export function narrowedTo(versionIds: readonly string[]): Sql {
  return sql`
    e.version_id = any(${[...versionIds]}::text[]) and ${MAY_BE_MEANT}`;
}
