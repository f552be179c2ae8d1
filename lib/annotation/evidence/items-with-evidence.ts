import { CORRECTION_TYPE, PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import { isDict } from "#lib/contract/fields.ts";
import { bool, bytes, columns, field, json, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { notByIndex } from "#lib/platform/query/not-by-index.ts";
import { IS_DECISION_RETRACTED, IS_RETRACTED } from "./retracted.ts";

/** What of the answers is wanted: the values of a field in its versions, the verdicts on pairs, or people's own versions. */
export type EvidenceWanted =
  | { kind: "field"; refs: readonly string[] }
  | { kind: "verdict" }
  | { kind: "correction" };

type Place = { projectId: string; queueId: string };

const ITEM = columns({
  itemId: field("queue_item i", "id"),
  ...of("queue_item i", "callId", "pairCallId", "askedBy"),
  addedAt: field("queue_item i", "createdAt"),
  createdAt: text(sql`i.created_at`),
  sequence: text(sql`i.position`),
  isFlagged: bool(sql`work.flags > 0`),
  isSkipped: bool(sql`work.skips > 0 and work.answers = 0`),
  isOpen: bool(sql`work.answers = 0`),
});
export type EvidenceItem = RowOf<typeof ITEM>;

/** The condition on progress (as `p`) that it is with an item (as `i`) of the project, found by the item alone. */
const atItem = (projectId: Sql) => sql`p.item_id = i.id and ${notByIndex(sql`p.project_id`)} = ${projectId}`;

/** Items with what annotators did to them. */
const FROM_ITEMS = sql`
    from queue_item i
    cross join lateral (
      select count(*) filter (where p.is_flagged) as flags, count(*) filter (where p.state = 'skipped') as skips,
        count(*) filter (where p.state = 'completed') as answers
      from item_progress p where ${atItem(sql`i.project_id`)}) work`;

/** Items of a queue in the order of adding, a stretch at a time. */
export async function itemsAfter(
  db: Db,
  { projectId, queueId }: Place,
  { after, limit }: { after: EvidenceItem | null; limit: number },
): Promise<EvidenceItem[]> {
  return db.query(sql`
    select ${ITEM}
    ${FROM_ITEMS}
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null
      and (${after === null} or (i.created_at, i.position) > (${after?.createdAt ?? null}::timestamptz, ${after?.sequence ?? null}::bigint))
    order by i.created_at, i.position
    limit ${limit}`);
}

/** The newest item of each of these calls, as the first of its pair where it has one. */
export function itemsOfCalls(
  db: Db,
  { projectId, queueId }: Place,
  callIds: readonly string[],
): Promise<EvidenceItem[]> {
  return db.query(sql`
    select distinct on (i.call_id) ${ITEM}
    ${FROM_ITEMS}
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null
      and i.call_id = any(${[...callIds]}::text[])
    order by i.call_id, i.created_at desc, i.position desc`);
}

/** The newest items that somebody has answered, after a moment where one is given. */
export function answeredItems(
  db: Db,
  { projectId, queueId }: Place,
  { answeredAfter, limit }: { answeredAfter: string | null; limit: number },
): Promise<EvidenceItem[]> {
  return db.query(sql`
    select ${ITEM}
    ${FROM_ITEMS}
    cross join lateral (
      select max(p.finished_at) as at from item_progress p
      where ${atItem(sql`i.project_id`)} and p.state = 'completed') finished
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null
      and work.answers > 0 and (${answeredAfter === null} or finished.at > ${answeredAfter}::timestamptz)
    order by finished.at desc nulls last, i.created_at desc, i.position desc
    limit ${limit}`);
}

const SAID = columns({
  itemId: text(sql`s.item_id`),
  feedbackId: text(sql`s.id`),
  userId: text(sql`s.user_id`),
  contentHash: bytes(sql`s.content_hash`),
  isRetracted: bool(sql`s.is_retracted`),
  value: json(sql`s.value`),
});
export type ItemSaid = RowOf<typeof SAID>;

/** What each annotator who completed an item said of it last, by item in no order and then by annotator. */
export function saidOfItems(
  db: Db,
  { projectId, queueId }: Place,
  { items, wanted }: { items: readonly Pick<EvidenceItem, "itemId">[]; wanted: EvidenceWanted },
): Promise<ItemSaid[]> {
  const { condition, value } = conditionOf(wanted);
  const itemIds = items.map(({ itemId }) => itemId);
  // Call by call and answer by answer (`offset 0` keeps it so), and by no index that begins with the project: without statistics of what is new, the
  // database would compare all answers with all items again for each stretch.
  return db.query(sql`
    with item as materialized (
      select i.id, i.call_id, i.pair_call_id from queue_item i
      where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.id = any(${itemIds}::text[]))
    select ${SAID} from (
      select distinct on (i.id, f.user_id) i.id as item_id, f.id, f.user_id, f.content_hash, ${value} as value, ${IS_RETRACTED} as is_retracted
      from item i
      cross join lateral unnest(array[i.call_id, i.pair_call_id]) as shown (call_id)
      cross join lateral (
        select * from feedback f where f.call_id = shown.call_id and ${notByIndex(sql`f.project_id`)} = ${projectId} offset 0) f
      cross join lateral (
        select from item_progress p
        where ${atItem(sql`${projectId}`)} and p.annotator_id = f.user_id and p.state = 'completed' offset 0) done
      where f.queue_id = ${queueId} and ${condition}
      order by i.id, f.user_id, f.created_at desc, f.id collate "C" desc) s
    order by s.item_id, s.user_id`);
}

function conditionOf(wanted: EvidenceWanted): { condition: Sql; value: Sql } {
  if (wanted.kind === "field")
    return {
      condition: sql`f.annotation_ref = any(${[...wanted.refs]}::text[])`,
      value: sql`f.payload -> 'value'`,
    };
  if (wanted.kind === "correction")
    return { condition: sql`f.feedback_type = ${CORRECTION_TYPE}`, value: sql`f.payload` };
  return {
    // A verdict names both calls, and so the item.
    condition: sql`f.feedback_type = ${PREFERENCE_TYPE} and f.call_id = i.call_id
      and coalesce(f.sanitized, f.payload) ->> 'second_ref' like '%/call/' || i.pair_call_id`,
    value: sql`f.payload`,
  };
}

const DECIDED = columns({
  ...of("adjudication d", "itemId", "decidedBy", "isGold"),
  values: json<Record<string, unknown>>(sql`d.values`),
  isRetracted: bool(IS_DECISION_RETRACTED),
  hash: bytes(decisionHash(sql`d`)),
});

/** The content of a decision (as a row of its table) as evidence remembers it. */
export function decisionHash(row: Sql): Sql {
  return sql`sha256(convert_to(${row}.values::text, 'UTF8'))`;
}

export type ItemDecision = {
  itemId: string;
  decidedBy: string;
  isGold: boolean;
  isRetracted: boolean;
  hash: Buffer;
  value: unknown;
};

/** What was decided of items in one field, whichever version of it that was; of the verdict where no references are named. */
export async function decisionsOfItems(
  db: Db,
  { projectId, queueId }: Place,
  { itemIds, refs }: { itemIds: readonly string[]; refs: readonly string[] },
): Promise<ItemDecision[]> {
  const decisions = await db.query(sql`
    select ${DECIDED} from adjudication d
    where d.project_id = ${projectId} and d.queue_id = ${queueId} and d.item_id = any(${[...itemIds]}::text[])`);
  return decisions.flatMap(({ values, ...decision }) => {
    const ref = refs.find((one) => isDict(values) && Object.hasOwn(values, one));
    return ref === undefined ? [] : [{ ...decision, value: values[ref] }];
  });
}
