import type { Ctx } from "#lib/access/context.ts";
import { columns, int, json, of, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** The most that is listed of a kind. */
export const MAX_LISTED = 100;

/** What people said that became rows, and which rows those are. */
export type Given = {
  answers: number;
  people: number;
  rows: number;
  /** Versions that have such rows, and how many of them are to train on. */
  versions: { id: string; train: number }[];
  byUser: { userId: string; answers: number }[];
  /** Whose answers a version was built from itself, and how many. */
  byPerson: { versionId: string; userId: string; answers: number }[];
  /** The first pieces of evidence. */
  first: { versionId: string; position: number; kind: string; id: string; userId: string | null }[];
};

/** Rows of answers, votes and decisions alone: the kinds that people give. */
export const IS_SAID = sql`e.kind in ('answer', 'vote', 'decision')`;

/** Reads what stands in `used` (rows by `version_id` and `position`) and `given` (evidence of the first of them), which `tables` defines. */
export async function readEvidence(
  { db, project }: Pick<Ctx, "db" | "project">,
  tables: Sql,
): Promise<Given> {
  const [found] = await db.query(sql`
    with recursive ${tables},
    versions as (
      select u.version_id as id, count(*) as rows, count(*) filter (where not o.is_held_out) as train
      from used u join dataset_row o on o.project_id = ${project.id} and o.version_id = u.version_id and o.position = u.position
      group by u.version_id),
    said as materialized (select distinct t.version_id, t.user_id, t.kind, t.evidence_id from given t),
    spoken as materialized (select distinct s.user_id, s.kind, s.evidence_id from said s),
    people as (select s.version_id, s.user_id, count(*) as answers from said s group by s.version_id, s.user_id),
    first as (select t.* from given t order by t.version_id, t.position, t.evidence_id limit ${MAX_LISTED})
    select ${GIVEN}`);
  if (!found) throw new Error("A statement without a condition gave no row");
  return found;
}

const GIVEN = columns({
  answers: int(sql`select count(*) from spoken`),
  people: int(sql`select count(distinct p.user_id) from people p`),
  rows: int(sql`select coalesce(sum(v.rows), 0) from versions v`),
  versions: json<Given["versions"]>(sql`
    select coalesce(json_agg(json_build_object('id', v.id, 'train', v.train) order by v.id), '[]') from versions v`),
  byUser: json<Given["byUser"]>(sql`
    select coalesce(json_agg(json_build_object('userId', u.user_id, 'answers', u.answers)), '[]')
    from (select s.user_id, count(*) as answers from spoken s where s.user_id is not null group by s.user_id) u`),
  byPerson: json<Given["byPerson"]>(sql`
    select coalesce(json_agg(json_build_object('versionId', p.version_id, 'userId', p.user_id, 'answers', p.answers)
      order by p.answers desc, p.version_id, p.user_id), '[]') from people p where p.user_id is not null`),
  first: json<Given["first"]>(sql`
    select coalesce(json_agg(json_build_object('versionId', f.version_id, 'position', f.position, 'kind', f.kind, 'id', f.evidence_id, 'userId', f.user_id)
      order by f.version_id, f.position, f.evidence_id), '[]') from first f`),
});

/** What became of the evidence (as `e`) that a condition means: its rows, and those of other versions that took them. */
export async function evidenceBelow(ctx: Pick<Ctx, "db" | "project">, condition: Sql): Promise<Given> {
  const direct = sql`used as materialized (select distinct t.version_id, t.position from given t)`;
  const found = await readEvidence(ctx, sql`${givenBy(ctx, condition)}, ${direct}`);
  return withTakenRows(ctx, found, condition);
}

/** Rows are looked for in other versions one by one, which is done only where some version takes rows of what was found. */
export async function withTakenRows(
  ctx: Pick<Ctx, "db" | "project">,
  found: Given,
  condition: Sql,
): Promise<Given> {
  const versionIds = found.versions.map(({ id }) => id);
  if (!(await areTaken(ctx, versionIds))) return found;
  const taken = takenOn(ctx.project.id, sql`select t.version_id, t.position from given t`);
  return readEvidence(ctx, sql`${givenBy(ctx, condition)}, ${taken}`);
}

function givenBy({ project }: Pick<Ctx, "project">, condition: Sql): Sql {
  return sql`
    given as materialized (
      select e.version_id, e.position, e.kind, e.evidence_id, e.user_id
      from dataset_evidence e where e.project_id = ${project.id} and ${condition})`;
}

async function areTaken(
  { db, project }: Pick<Ctx, "db" | "project">,
  versionIds: string[],
): Promise<boolean> {
  const copied = await db.query(sql`
    select ${columns(of("dataset_version v", "id"))} from dataset_version v
    where v.project_id = ${project.id} and v.id = any(${versionIds}::text[]) and exists (
      select from dataset_evidence e
      where e.project_id = v.project_id and e.evidence_id = v.object_digest and e.kind = 'version')
    limit 1`);
  return copied.length > 0;
}

/** `used`: these rows and those of other versions that took them. */
function takenOn(projectId: string, rows: Sql): Sql {
  return sql`
    used as (
      ${rows}
      union
      select e.version_id, e.position
      from used u
      cross join lateral (select * from dataset_version v where v.project_id = ${projectId} and v.id = u.version_id offset 0) v
      cross join lateral (
        select * from dataset_row o
        where o.project_id = ${projectId} and o.version_id = u.version_id and o.position = u.position offset 0) o
      cross join lateral (
        select * from dataset_evidence e
        where e.project_id = ${projectId} and e.evidence_id = v.object_digest
          and e.content_hash = convert_to(o.row_digest, 'UTF8') and e.kind = 'version' offset 0) e)`;
}

/** Rows of a version, all or one of them. */
export type Rows = { versionId: string; position?: number; isTrainedOnly?: boolean };

/** What people said that these rows were made of, through other versions too. */
export async function evidenceAbove(ctx: Pick<Ctx, "db" | "project">, rows: readonly Rows[]): Promise<Given> {
  const projectId = ctx.project.id;
  const asked = sql`
    select a.version_id, a.position, a.is_trained_only
    from unnest(${rows.map(({ versionId }) => versionId)}::text[], ${rows.map(({ position }) => position ?? null)}::int[],
      ${rows.map(({ isTrainedOnly = false }) => isTrainedOnly)}::bool[]) as a (version_id, position, is_trained_only)`;
  return readEvidence(
    ctx,
    sql`
    asked as materialized (${asked}),
    used as (
      select o.version_id, o.position
      from asked a join dataset_row o on o.project_id = ${projectId} and o.version_id = a.version_id
      where (a.position is null or o.position = a.position) and not (a.is_trained_only and o.is_held_out)
      union
      select o.version_id, o.position
      from used u
      join dataset_version v on v.project_id = ${projectId} and v.id = u.version_id and ${TAKES_VERSIONS}
      join dataset_evidence e on e.project_id = ${projectId} and e.version_id = u.version_id and e.position = u.position and e.kind = 'version'
      join dataset_version w on w.project_id = ${projectId} and w.object_digest = e.evidence_id
      join dataset_row o on o.project_id = ${projectId} and o.version_id = w.id and convert_to(o.row_digest, 'UTF8') = e.content_hash),
    given as materialized (
      select e.version_id, e.position, e.kind, e.evidence_id, e.user_id
      from used u join dataset_evidence e on e.project_id = ${projectId} and e.version_id = u.version_id and e.position = u.position and ${IS_SAID})`,
  );
}

/** Whether a version (as `v`) was built from others, by its recipe. */
const TAKES_VERSIONS = sql`exists (select from json_array_elements(v.recipe -> 'sources') s where s ->> 'kind' = 'version')`;

/** The items that answers were given to. */
export function itemsOfAnswers({ db, project }: Pick<Ctx, "db" | "project">, answerIds: readonly string[]) {
  return db.query(sql`
    select ${ITEM_OF_ANSWER}
    from feedback f
    cross join lateral (
      select * from queue_item i
      where i.project_id = f.project_id and i.queue_id = f.queue_id and f.call_id in (i.call_id, i.pair_call_id) limit 1) i
    where f.project_id = ${project.id} and f.id = any(${[...answerIds]}::text[]) and f.queue_id is not null`);
}

const ITEM_OF_ANSWER = columns({ answerId: text(sql`f.id`), itemId: text(sql`i.id`) });

/** The condition on evidence (as `e`) that it was said of an item. */
export function saidOfItem({ project }: Pick<Ctx, "project">, itemId: string): Sql {
  return sql`e.evidence_id in (
    select f.id from queue_item i
    join feedback f on f.project_id = i.project_id and f.call_id in (i.call_id, i.pair_call_id) and f.queue_id = i.queue_id
    where i.project_id = ${project.id} and i.id = ${itemId}
    union all select ${itemId}::text) and ${IS_SAID}`;
}
