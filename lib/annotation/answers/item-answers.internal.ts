import { ANNOTATION_PREFIX } from "#lib/annotation/annotation-prefix.internal.ts";
import { askedVersion } from "#lib/annotation/field-lineage.internal.ts";
import { parseRef } from "#lib/compat/refs/ref.ts";
import { CORRECTION_TYPE, PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { Decision, ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";
import { isDict } from "#lib/contract/fields.ts";
import { columns, field, json, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

export type ItemsOfQueue = { projectId: string; queueId: string; itemIds: readonly string[] };

/** What each annotator has said of the live ones of some items: by item in the queue's order, then by name. */
export async function answersTo(db: Db, items: ItemsOfQueue): Promise<ItemAnswer[]> {
  const progress = await progressOf(db, items);
  const answers = progress.map((row): ItemAnswer & { pairCallId: string | null } => ({
    ...row,
    values: {},
    earlierVersions: {},
    notes: [],
    reactions: [],
    correction: null,
    preference: null,
  }));
  const byKey = new Map(answers.map((answer) => [keyOf(answer.itemId, answer.annotatorUserId), answer]));
  const scorerRefs = await askedRefs(db, items);
  for (const said of await feedbackOn(db, items)) {
    const answer = byKey.get(keyOf(said.itemId, said.userId));
    if (answer) addTo(answer, said, scorerRefs);
  }
  return answers.map(({ pairCallId: _, ...answer }) => answer);
}

/** What was decided about some items, by the fields as the queue asks them now. */
export async function decisionsOn(db: Db, items: ItemsOfQueue): Promise<Decision[]> {
  const { projectId, queueId, itemIds } = items;
  const scorerRefs = await askedRefs(db, items);
  const decisions = await db.query(sql`
    select ${DECISION}
    from adjudication d
    join queue_item i on i.project_id = d.project_id and i.id = d.item_id and i.deleted_at is null
    left join app_user u on u.id = d.decided_by
    where d.project_id = ${projectId} and d.queue_id = ${queueId} and d.item_id = any(${[...itemIds]}::text[])
    order by i.created_at, i.position`);
  return decisions.map((decision) => ({ ...decision, values: asAskedNow(decision.values, scorerRefs) }));
}

const DECISION = columns({
  ...of("adjudication d", "itemId", "note", "isGold", "decidedBy", "decidedAt"),
  values: json<Decision["values"]>(sql`d.values`),
  method: text<Decision["method"]>(sql`d.method`),
  name: text(sql`coalesce(u.name, d.decided_by)`),
});

/** A field that was decided under two of its versions holds what was decided under the present one. */
function asAskedNow(values: Record<string, unknown>, scorerRefs: readonly string[]): Record<string, unknown> {
  const earlierFirst = Object.entries(values).sort(
    ([a], [b]) => Number(scorerRefs.includes(a)) - Number(scorerRefs.includes(b)),
  );
  return Object.fromEntries(
    earlierFirst.map(([ref, value]) => [askedVersion(scorerRefs, ref) ?? ref, value]),
  );
}

async function askedRefs(
  db: Db,
  { projectId, queueId }: Pick<ItemsOfQueue, "projectId" | "queueId">,
): Promise<readonly string[]> {
  const queue = await db.prisma.annotationQueue.findUnique({
    where: { projectId_id: { projectId, id: queueId } },
    select: { scorerRefs: true },
  });
  return queue?.scorerRefs ?? [];
}

function keyOf(itemId: string, userId: string): string {
  return `${itemId} ${userId}`;
}

const PROGRESS = columns({
  ...of(
    "item_progress p",
    "itemId",
    "skipReason",
    "isFlagged",
    "flagNote",
    "sentBack",
    "activeMs",
    "finishedAt",
  ),
  annotatorUserId: field("item_progress p", "annotatorId"),
  name: text(sql`coalesce(u.name, p.annotator_id)`),
  state: text<ItemAnswer["state"]>(sql`p.state`),
  ...of("queue_item i", "pairCallId"),
});
type Progress = RowOf<typeof PROGRESS>;

/** Who has begun nothing, or took it back, has said nothing, unless the item was sent back to them. */
function progressOf(db: Db, { projectId, queueId, itemIds }: ItemsOfQueue): Promise<Progress[]> {
  return db.query(sql`
    select ${PROGRESS}
    from queue_item i
    join item_progress p on p.project_id = i.project_id and p.item_id = i.id
    left join app_user u on u.id = p.annotator_id
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.id = any(${[...itemIds]}::text[]) and i.deleted_at is null
      and (p.state <> 'unstarted' or p.is_flagged or p.sent_back is not null)
    order by i.created_at, i.position, name, p.annotator_id`);
}

const SAID = columns({
  itemId: field("queue_item i", "id"),
  ...of("feedback f", "userId", "payload"),
  type: field("feedback f", "feedbackType"),
  ref: field("feedback f", "annotationRef"),
});
type Said = RowOf<typeof SAID>;

const NOTE_TYPE = "wandb.note.1";
const REACTION_TYPE = "wandb.reaction.1";
const OTHER_TYPES = [NOTE_TYPE, REACTION_TYPE, CORRECTION_TYPE, PREFERENCE_TYPE];

/** Oldest first, so that the latest of its kind is written last. */
function feedbackOn(db: Db, { projectId, queueId, itemIds }: ItemsOfQueue): Promise<Said[]> {
  return db.query(sql`
    select ${SAID}
    from queue_item i
    cross join lateral unnest(array[i.call_id, i.pair_call_id]) as shown (call_id)
    join feedback f on f.project_id = i.project_id and f.call_id = shown.call_id and f.queue_id = i.queue_id
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.id = any(${[...itemIds]}::text[])
      and (starts_with(f.feedback_type, ${ANNOTATION_PREFIX}) or f.feedback_type = any(${OTHER_TYPES}::text[]))
    order by f.created_at, f.id collate "C"`);
}

type AnswerOfItem = ItemAnswer & { pairCallId: string | null };

function addTo(answer: AnswerOfItem, { type, ref, payload }: Said, scorerRefs: readonly string[]): void {
  if (!isDict(payload)) return;
  if (ref !== null && type.startsWith(ANNOTATION_PREFIX)) addValue(answer, ref, payload.value, scorerRefs);
  else if (type === NOTE_TYPE && typeof payload.note === "string") answer.notes.push(payload.note);
  else if (type === REACTION_TYPE && typeof payload.emoji === "string") answer.reactions.push(payload.emoji);
  else if (type === CORRECTION_TYPE && typeof payload.text === "string") answer.correction = payload.text;
  else if (type === PREFERENCE_TYPE && secondCall(payload) === answer.pairCallId) answer.preference = payload;
}

/** A reference is never the name of something that every object has. */
function addValue(
  { values, earlierVersions }: ItemAnswer,
  ref: string,
  value: unknown,
  scorerRefs: readonly string[],
): void {
  const asked = askedVersion(scorerRefs, ref) ?? ref;
  values[asked] = value;
  if (asked === ref) delete earlierVersions[asked];
  else earlierVersions[asked] = ref;
}

function secondCall({ second_ref: ref }: Record<string, unknown>): string | null {
  return typeof ref === "string" ? (parseRef(ref)?.name ?? null) : null;
}
