import type { Value } from "#lib/annotation/agreement/rating-table.ts";
import { saidOfItems } from "#lib/annotation/evidence/items-with-evidence.ts";
import { queueOrder } from "#lib/annotation/item-order.internal.ts";
import { differenceOf, type Features } from "#lib/annotation/learner/features.ts";
import { closedFields, fieldsOf, findLeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import { isDict } from "#lib/contract/fields.ts";
import { columns, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { LearningQueue } from "./due-queues.internal.ts";
import { readFeatures } from "./read-features.internal.ts";

/** The newest answers, and the next items, that a fit looks at. */
const MAX_ANSWERED = 5_000;
const MAX_OPEN = 2_000;
const MAX_FIELDS = 10;
/** Of what was answered or skipped, so much says how the order continues. */
const LAST_ASKED = 40;

type Place = { projectId: string; queueId: string };

/** A question that is learned. */
export type LearnedField = {
  ref: string;
  name: string;
  /** Of all its versions that the queue asks or has answers to. */
  refs: readonly string[];
  /** Whether its values are numbers, whose order counts. */
  isOrdered: boolean;
  /** A value in the form in which it is compared; null where it is none of the field's. */
  read: (value: unknown) => Value | null;
};

/** What is learned from. */
export type Answered = {
  fields: readonly LearnedField[];
  /** Items that somebody answered, with what most said, by the field's reference. */
  answered: readonly { itemId: string; features: Features; values: ReadonlyMap<string, Value> }[];
};

type Seen = { itemId: string; features: Features };

/** And what that is used for. */
export type Evidence = Answered & {
  /** Items that nobody has answered or skipped. */
  open: readonly (Seen & { shuffle: number })[];
  /** Those that were given to people, the latest last: answered or skipped, then what somebody holds. */
  asked: readonly Seen[];
};

const ITEM = columns(of("queue_item i", "id", "callId", "pairCallId", "shuffle"));
type Item = RowOf<typeof ITEM>;

export async function readEvidence(db: Db, queue: LearningQueue): Promise<Evidence> {
  const learned = await readAnswered(db, queue, MAX_ANSWERED);
  const items = { open: await openItems(db, queue), asked: await askedItems(db, queue) };
  const features = await readFeatures(db, queue.projectId, [...items.open, ...items.asked].flatMap(callsOf));
  const seen = (all: readonly Item[]) =>
    all.flatMap((item) => {
      const own = featuresIn(features, item);
      return own ? [{ itemId: item.id, shuffle: item.shuffle, features: own }] : [];
    });
  return { ...learned, open: seen(items.open), asked: seen(items.asked) };
}

/** The newest answers of a queue, of at most `limit` items. */
export async function readAnswered(db: Db, place: Place, limit: number): Promise<Answered> {
  const fields = await learnedFields(db, place);
  const items = await answeredItems(db, place, limit);
  const values = await valuesOf(db, place, { fields, items });
  const features = await readFeatures(db, place.projectId, items.flatMap(callsOf));
  const answered = items.flatMap((item) => {
    const own = featuresIn(features, item);
    const said = values.get(item.id);
    return own && said ? [{ itemId: item.id, features: own, values: said }] : [];
  });
  return { fields, answered };
}

async function learnedFields(db: Db, { projectId, queueId }: Place): Promise<LearnedField[]> {
  const place = { db, project: { id: projectId } };
  const closed = closedFields(await fieldsOf(place, await findLeadQueue(place, queueId)));
  return closed.slice(0, MAX_FIELDS).map(({ ref, name, refs, scale }) => ({
    ...{ ref, name, refs, read: scale.read },
    isOrdered: scale.measure !== "nominal",
  }));
}

function answeredItems(db: Db, { projectId, queueId }: Place, limit: number): Promise<Item[]> {
  return db.query(sql`
    select ${ITEM} from (
      select p.item_id, max(p.finished_at) as finished_at from item_progress p
      where p.project_id = ${projectId} and p.queue_id = ${queueId} and p.state = 'completed'
      group by p.item_id order by finished_at desc, p.item_id limit ${limit}) done
    join queue_item i on i.project_id = ${projectId} and i.id = done.item_id and i.deleted_at is null
    order by i.position`);
}

function openItems(db: Db, { projectId, queueId, itemOrder }: LearningQueue): Promise<Item[]> {
  const order = queueOrder(itemOrder === "informative" ? "random" : itemOrder, "");
  return db.query(sql`
    select ${ITEM} from queue_item i
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null and i.is_open and not i.is_done
    order by ${order} limit ${MAX_OPEN}`);
}

function askedItems(db: Db, { projectId, queueId }: Place): Promise<Item[]> {
  return db.query(sql`
    with asked as (
      (select p.item_id, p.finished_at as at from item_progress p
        where p.project_id = ${projectId} and p.queue_id = ${queueId} and p.finished_at is not null
        order by p.finished_at desc limit ${LAST_ASKED})
      union all
      select r.item_id, 'infinity'::timestamptz from item_reservation r
        where r.project_id = ${projectId} and r.queue_id = ${queueId} and r.expires_at > clock_timestamp())
    select ${ITEM} from (select item_id, max(at) as at from asked group by item_id) last
    join queue_item i on i.project_id = ${projectId} and i.id = last.item_id and i.deleted_at is null
    order by last.at, i.rank nulls last, i.position`);
}

type Values = Map<string, Map<string, Value>>;

/** What most annotators said of each item, the lesser value where as many said another; by item and field. */
async function valuesOf(
  db: Db,
  place: Place,
  { fields, items }: { fields: readonly LearnedField[]; items: readonly Item[] },
): Promise<Values> {
  const byItem: Values = new Map();
  for (const field of fields) {
    const isVerdict = field.ref === PREFERENCE_TYPE;
    const wanted = isVerdict
      ? ({ kind: "verdict" } as const)
      : ({ kind: "field", refs: field.refs } as const);
    const said = await saidOfItems(db, place, { items: items.map(({ id }) => ({ itemId: id })), wanted });
    for (const [itemId, answers] of Map.groupBy(said, (one) => one.itemId)) {
      const standing = answers.filter(({ isRetracted }) => !isRetracted);
      const value = mostSaid(standing.map((one) => field.read(isVerdict ? verdictIn(one.value) : one.value)));
      if (value === null) continue;
      const values = byItem.get(itemId) ?? new Map();
      byItem.set(itemId, values.set(field.ref, value));
    }
  }
  return byItem;
}

function verdictIn(payload: unknown): unknown {
  return isDict(payload) ? payload.verdict : null;
}

function mostSaid(values: readonly (Value | null)[]): Value | null {
  const known = values.filter((value) => value !== null).sort();
  const counts = Map.groupBy(known, (value) => value);
  const [first] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return first?.[0] ?? null;
}

function callsOf({ callId, pairCallId }: Item): string[] {
  return pairCallId === null ? [callId] : [callId, pairCallId];
}

/** A pair is what its first call has more than its second. */
function featuresIn(read: ReadonlyMap<string, Features>, { callId, pairCallId }: Item): Features | null {
  const first = read.get(callId);
  if (!first || pairCallId === null) return first ?? null;
  const second = read.get(pairCallId);
  return second ? differenceOf(first, second) : null;
}
