import type { Ctx } from "#lib/access/context.ts";
import { IS_DECISION_RETRACTED, IS_RETRACTED } from "#lib/annotation/evidence/retracted.ts";
import { affectedRows } from "#lib/datasets/affected-rows.internal.ts";
import { columns, int, of, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { narrowedTo, readVersions } from "./versions-read.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

/** Of each version, by its id, how much of what its newest build left out as retracted counts again. Versions that lack nothing so are left out. */
export async function countAgainIn(
  place: Place,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await saidAgainIn(place, versionIds);
  for (const [id, rows] of await rowsAgainIn(place, versionIds)) counts.set(id, (counts.get(id) ?? 0) + rows);
  return counts;
}

const COUNTED = columns({ versionId: text(sql`l.version_id`), count: int(sql`count(*)`) });

/** Answers, votes and decisions that are still there, and that no retraction means any more. */
async function saidAgainIn({ db, project }: Place, versionIds: readonly string[]) {
  const found = await db.query(sql`
    select ${COUNTED} from dataset_left_out l
    where l.project_id = ${project.id} and l.version_id = any(${[...versionIds]}::text[]) and case
      when l.kind in ('answer', 'vote') then exists (
        select from feedback f where f.project_id = l.project_id and f.id = l.evidence_id and not ${IS_RETRACTED})
      else l.kind = 'decision' and exists (
        select from adjudication d where d.project_id = l.project_id and d.item_id = l.evidence_id and not ${IS_DECISION_RETRACTED}) end
    group by l.version_id`);
  return new Map(found.map(({ versionId, count }) => [versionId, count]));
}

const TAKEN = columns(of("dataset_version w", "id"));

/** Rows of other versions of which nothing is retracted any more. Few versions take such rows, so those are looked for first. */
async function rowsAgainIn(place: Place, versionIds: readonly string[]): Promise<[string, number][]> {
  const { db, project } = place;
  const ofRows = sql`
    l.project_id = ${project.id} and l.version_id = any(${[...versionIds]}::text[]) and l.kind = 'version'`;
  const taken = await db.query(sql`
    select distinct ${TAKEN} from dataset_left_out l
    join dataset_version w on w.project_id = l.project_id and w.object_digest = l.evidence_id
    where ${ofRows}`);
  if (taken.length === 0) return [];
  const read = await readVersions(
    place,
    taken.map(({ id }) => id),
  );
  const retractions = sql`
    select * from retraction r where r.project_id = ${project.id} and r.lifted_at is null`;
  const found = await db.query(sql`
    with recursive ${affectedRows(project.id, { retractions, narrow: narrowedTo(read) })}
    select ${COUNTED} from dataset_left_out l
    where ${ofRows} and not exists (
      select from dataset_version w
      join dataset_row o on o.project_id = w.project_id and o.version_id = w.id and o.row_digest = convert_from(l.content_hash, 'UTF8')
      join affected a on a.version_id = o.version_id and a.position = o.position
      where w.project_id = l.project_id and w.object_digest = l.evidence_id)
    group by l.version_id`);
  return found.map(({ versionId, count }) => [versionId, count]);
}
