import type { Ctx } from "#lib/access/context.ts";
import type { RetractedInVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { affectedRows, inForceIn } from "#lib/datasets/affected-rows.internal.ts";
import { columns, int, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { narrowedTo, readVersions } from "./versions-read.internal.ts";

type Place = { db: Ctx["db"]; project: Pick<Ctx["project"], "id"> };

/** Something that used a version: which one, and from when on. */
export type UseOfVersion = { id: string; versionId: string; usedAt: Date };

/** Rows that were retracted since the version was read; those `already`, before it was used. */
export type RetractedInUse = RetractedInVersion & { already: RetractedInVersion };

/** Of each version, by its id, the rows that were made of what has been retracted since it was read. Versions without such rows are left out. */
export async function retractedInVersions(
  place: Place,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, RetractedInVersion>> {
  const now = new Date();
  const found = await retractedInUse(
    place,
    versionIds.map((id) => ({ id, versionId: id, usedAt: now })),
  );
  return new Map([...found].map(([id, { train, heldOut }]) => [id, { train, heldOut }]));
}

/** The same of each use of a version, by the id of the use, with what of it was retracted before. */
export async function retractedInUse(
  place: Place,
  uses: readonly UseOfVersion[],
): Promise<ReadonlyMap<string, RetractedInUse>> {
  const ids = await readBeforeRetraction(
    place,
    uses.map(({ versionId }) => versionId),
  );
  if (ids.length === 0) return new Map();
  const { db, project } = place;
  const read = await readVersions(place, ids);
  const found = await db.query(sql`
    with recursive ${affectedRows(project.id, { retractions: inForceIn(project.id), narrow: narrowedTo(read) })},
    gone as materialized (
      select v.id as version_id, o.is_held_out, a.since
      from dataset_version v
      join dataset_row o on o.project_id = v.project_id and o.version_id = v.id
      cross join lateral (
        select min(a.in_force_since) as since from affected a
        where a.version_id = o.version_id and a.position = o.position and a.in_force_since >= coalesce(v.read_at, v.as_of)) a
      where v.project_id = ${project.id} and v.id = any(${ids}::text[]) and a.since is not null)
    select ${COUNTED}
    from unnest(${uses.map(({ id }) => id)}::text[], ${uses.map(({ versionId }) => versionId)}::text[],
      ${uses.map(({ usedAt }) => usedAt)}::timestamptz[]) as u (id, version_id, used_at)
    join gone g on g.version_id = u.version_id
    group by u.id`);
  return new Map(
    found.map(({ id, trainAlready, heldOutAlready, ...counts }) => [
      id,
      { ...counts, already: { train: trainAlready, heldOut: heldOutAlready } },
    ]),
  );
}

const COUNTED = columns({
  id: text(sql`u.id`),
  train: int(sql`count(*) filter (where not g.is_held_out)`),
  heldOut: int(sql`count(*) filter (where g.is_held_out)`),
  trainAlready: int(sql`count(*) filter (where not g.is_held_out and g.since <= u.used_at)`),
  heldOutAlready: int(sql`count(*) filter (where g.is_held_out and g.since <= u.used_at)`),
});
const ID = columns({ id: text(sql`v.id`) });

/** A build that read later has left out what it means. Most projects have no retraction, and then nothing is looked for. */
async function readBeforeRetraction(
  { db, project }: Place,
  versionIds: readonly string[],
): Promise<string[]> {
  const newest = await db.prisma.retraction.aggregate({
    where: { projectId: project.id, liftedAt: null },
    _max: { inForceSince: true },
  });
  const since = newest._max.inForceSince;
  if (since === null || versionIds.length === 0) return [];
  const found = await db.query(sql`
    select ${ID} from dataset_version v
    where v.project_id = ${project.id} and v.id = any(${[...versionIds]}::text[]) and coalesce(v.read_at, v.as_of) <= ${since}`);
  return found.map(({ id }) => id);
}
