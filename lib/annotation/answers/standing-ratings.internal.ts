import type { Ctx } from "#lib/access/context.ts";
import type { Rating } from "#lib/annotation/agreement/rating-table.ts";
import { JUDGE_PREFIX } from "#lib/annotation/judge-prefix.internal.ts";
import type { ClosedField, LeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { Rater } from "#lib/contract/annotation/queue-quality.ts";
import { columns, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** What stands in a queue, by the reference of the field. Items go by their position, raters by their id. */
export type StandingRatings = { byField: ReadonlyMap<string, Rating[]>; raters: readonly Rater[] };

/** Everybody who said one and the same thing in one field: of which items, as positions with spaces between. Of a query that calls them so. */
const SAID = columns({
  ref: text(sql`said.ref`),
  rater: text(sql`said.rater`),
  name: text(sql`said.name`),
  value: text(sql`said.value`),
  positions: text(sql`said.positions`),
});
type Said = RowOf<typeof SAID>;

/**
 * The answers of people that stand, in each of the fields: of each annotator who completed an item the latest annotation that was given
 * in the queue. With `withJudges`, the latest that each model judge said of the calls of items, too: the output itself where the judge is
 * named like a field or the queue has no other one, or what an object holds under a field's name.
 */
export async function standingRatings(
  { db, project }: { db: Db; project: Pick<Ctx["project"], "id"> },
  queue: LeadQueue,
  { fields, withJudges }: { fields: readonly ClosedField[]; withJudges: boolean },
): Promise<StandingRatings> {
  const place = { projectId: project.id, queueId: queue.id };
  const specified = fields.filter(({ ref }) => ref !== PREFERENCE_TYPE);
  const people = [
    ...(await annotations(db, { ...place, kind: queue.kind }, specified)),
    ...(queue.kind === "pairwise" ? await verdicts(db, place) : []),
  ];
  const judges = withJudges ? await judgements(db, place, specified) : [];
  return {
    byField: ratingsByField(fields, [...people, ...judges]),
    raters: [...ratersIn(people, false), ...ratersIn(judges, true)],
  };
}

type Place = { projectId: string; queueId: string };

function annotations(
  db: Db,
  { projectId, queueId, kind }: Place & Pick<LeadQueue, "kind">,
  fields: readonly ClosedField[],
): Promise<Said[]> {
  const versions = fields.flatMap(({ ref, refs }) => refs.map((version) => ({ ref, version })));
  // Kept separate, as no hash can join on one or the other.
  const isOfItem =
    kind === "single" ? sql`i.call_id = f.call_id` : sql`f.call_id in (i.call_id, i.pair_call_id)`;
  return db.query(sql`
    with standing as (
      select distinct on (p.annotator_id, i.position, field.ref)
        p.annotator_id, i.position, field.ref, coalesce(f.sanitized, f.payload) -> 'value' as value
      from unnest(${versions.map(({ version }) => version)}::text[], ${versions.map(({ ref }) => ref)}::text[]) as field (version, ref)
      join feedback f on f.annotation_ref = field.version
      join queue_item i on i.project_id = f.project_id and i.queue_id = f.queue_id and i.deleted_at is null
        and ${isOfItem}
      join item_progress p on p.project_id = i.project_id and p.item_id = i.id and p.annotator_id = f.user_id and p.state = 'completed'
      where f.project_id = ${projectId} and f.queue_id = ${queueId}
      order by p.annotator_id, i.position, field.ref, f.created_at desc, f.id collate "C" desc)
    select ${SAID} from (
      select s.ref, s.annotator_id as rater, coalesce(u.name, s.annotator_id) as name, s.value::text as value,
        string_agg(s.position::text, ' ') as positions
      from standing s left join app_user u on u.id = s.annotator_id
      group by s.ref, s.annotator_id, u.name, s.value::text) said
    order by name, rater`);
}

/** A verdict names both calls, and so the item. */
function verdicts(db: Db, { projectId, queueId }: Place): Promise<Said[]> {
  return db.query(sql`
    with standing as (
      select distinct on (p.annotator_id, i.position)
        p.annotator_id, i.position, coalesce(f.sanitized, f.payload) -> 'verdict' as value
      from feedback f
      join queue_item i on i.project_id = f.project_id and i.queue_id = f.queue_id and i.deleted_at is null
        and i.call_id = f.call_id and coalesce(f.sanitized, f.payload) ->> 'second_ref' like '%/call/' || i.pair_call_id
      join item_progress p on p.project_id = i.project_id and p.item_id = i.id and p.annotator_id = f.user_id and p.state = 'completed'
      where f.project_id = ${projectId} and f.queue_id = ${queueId} and f.feedback_type = ${PREFERENCE_TYPE}
      order by p.annotator_id, i.position, f.created_at desc, f.id collate "C" desc)
    select ${SAID} from (
      select ${PREFERENCE_TYPE}::text as ref, s.annotator_id as rater, coalesce(u.name, s.annotator_id) as name, s.value::text as value,
        string_agg(s.position::text, ' ') as positions
      from standing s left join app_user u on u.id = s.annotator_id
      group by s.annotator_id, u.name, s.value::text) said
    order by name, rater`);
}

function judgements(db: Db, { projectId, queueId }: Place, fields: readonly ClosedField[]): Promise<Said[]> {
  const keys = fields.flatMap(({ ref, keys }) => keys.map((key) => ({ ref, key })));
  const isOnly = fields.length === 1;
  return db.query(sql`
    with standing as (
      select distinct on (f.runnable_ref, i.position)
        f.runnable_ref, i.position, substr(f.feedback_type, ${JUDGE_PREFIX.length + 1}) as name,
        coalesce(f.sanitized, f.payload) -> 'output' as output
      from queue_item i
      join feedback f on f.project_id = i.project_id and f.call_id = i.call_id
      where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null
        and f.runnable_ref is not null and starts_with(f.feedback_type, ${JUDGE_PREFIX})
      order by f.runnable_ref, i.position, f.created_at desc, f.id collate "C" desc),
    stated as (
      select s.runnable_ref, s.name, s.position, field.ref,
        case when json_typeof(s.output) = 'object' then s.output -> field.key else s.output end as value
      from standing s
      cross join unnest(${keys.map(({ ref }) => ref)}::text[], ${keys.map(({ key }) => key)}::text[]) as field (ref, key)
      where json_typeof(s.output) = 'object' or s.name = field.key or ${isOnly})
    select ${SAID} from (
      select ref, runnable_ref as rater, name, value::text as value, string_agg(distinct position::text, ' ') as positions
      from stated where value is not null
      group by ref, runnable_ref, name, value::text) said
    order by name, rater`);
}

function ratingsByField(fields: readonly ClosedField[], said: readonly Said[]): Map<string, Rating[]> {
  const byField = new Map<string, Rating[]>(fields.map(({ ref }) => [ref, []]));
  const scales = new Map(fields.map(({ ref, scale }) => [ref, scale]));
  for (const { ref, rater, value: text, positions } of said) {
    const value = scales.get(ref)?.read(JSON.parse(text)) ?? null;
    if (value === null) continue;
    const ratings = byField.get(ref);
    for (const position of positions.split(" ")) ratings?.push({ item: Number(position), rater, value });
  }
  return byField;
}

function ratersIn(said: readonly Said[], isJudge: boolean): Rater[] {
  const names = new Map(said.map(({ rater, name }) => [rater, name]));
  return [...names].map(([id, name]) => ({ id, name, isJudge }));
}
