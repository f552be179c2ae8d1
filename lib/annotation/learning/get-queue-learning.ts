import type { Ctx } from "#lib/access/context.ts";
import { shareDifference } from "#lib/annotation/agreement/share-difference.ts";
import { wilsonInterval } from "#lib/annotation/agreement/wilson-interval.ts";
import { saidOfItems } from "#lib/annotation/evidence/items-with-evidence.ts";
import { isRandomItem } from "#lib/annotation/learner/draws.ts";
import { closedFields, fieldsOf, findLeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import type * as contract from "#lib/contract/annotation/queue-learning.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, json, of, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { KeptFit } from "./fit-fields.internal.ts";
import type { LearnedField } from "./read-evidence.internal.ts";

type Endpoint = typeof contract.getQueueLearning;

/** Suggestions of the newest items that were answered. */
const MAX_SUGGESTIONS = 5_000;
const MOST_ANCHORING = 0.05;
/** Of so many items it says how many were drawn at random. */
const LAST_ASKED = 100;

export async function getQueueLearning(
  ctx: Pick<Ctx, "db" | "project">,
  { queueId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const queue = await findLeadQueue(ctx, queueId);
  const place = { projectId: ctx.project.id, queueId };
  const fits = await fitsOf(ctx.db, place);
  const asked = await lastAsked(ctx.db, place);
  if (fits.length === 0) return { asked, fields: [] };
  const known = closedFields(await fieldsOf(ctx, queue));
  const fields: contract.FieldLearning[] = [];
  for (const { fieldRef, answers, isTrusted, ...measured } of fits) {
    const field = known.find(({ refs }) => refs.includes(fieldRef));
    if (!field) continue;
    const { shown, hidden } = await agreementOf(ctx.db, place, { ...field, read: field.scale.read });
    const difference = shareDifference(shown, hidden);
    const isAnchoring = (difference.value ?? 0) > MOST_ANCHORING && (difference.low ?? 0) > 0;
    fields.push({
      ref: field.ref,
      name: field.name,
      answers,
      measured,
      isTrusted,
      shown: agreeing(shown),
      hidden: agreeing(hidden),
      difference,
      isAnchoring,
    });
  }
  return { asked, fields };
}

type Place = { projectId: string; queueId: string };

async function fitsOf(db: Db, { projectId, queueId }: Place): Promise<KeptFit[]> {
  const [row] = await db.query(sql`
    select ${columns({ fits: json<KeptFit[]>(sql`l.fits`) })} from queue_learning l
    where l.project_id = ${projectId} and l.queue_id = ${queueId}`);
  return row?.fits ?? [];
}

/** Of the items that somebody finished last, how many are of the random fifth. */
async function lastAsked(db: Db, { projectId, queueId }: Place): Promise<ReplyOf<Endpoint>["asked"]> {
  const items = await db.query(sql`
    select ${columns({ itemId: text(sql`p.item_id`) })} from item_progress p
    where p.project_id = ${projectId} and p.queue_id = ${queueId} and p.state = 'completed'
    group by p.item_id order by max(p.finished_at) desc limit ${LAST_ASKED}`);
  return { items: items.length, random: items.filter(({ itemId }) => isRandomItem(itemId)).length };
}

/** Answers, and those that say what is suggested. */
type Agreed = { cases: number; successes: number };

/**
 * What people said who had the suggestion in sight, and who would have had, were it not hidden: by what the form of each answer says of
 * itself. Answers of programs are neither.
 */
async function agreementOf(
  db: Db,
  place: Place,
  field: Pick<LearnedField, "refs" | "read">,
): Promise<{ shown: Agreed; hidden: Agreed }> {
  const suggested = await suggestionsOf(db, place, field.refs);
  const byItem = new Map(suggested.map((one) => [one.itemId, one]));
  const inSight = await fieldsInSight(db, place, [...byItem.keys()]);
  const said = await saidOfItems(db, place, {
    items: suggested,
    wanted: { kind: "field", refs: field.refs },
  });
  const sums = { shown: { cases: 0, successes: 0 }, hidden: { cases: 0, successes: 0 } };
  for (const { itemId, userId, value, isRetracted } of said) {
    const suggestion = byItem.get(itemId);
    const seen = inSight.get(`${itemId} ${userId}`);
    const given = field.read(value);
    if (!suggestion || !seen || given === null || isRetracted) continue;
    const wasShown = seen.includes(suggestion.fieldRef);
    if (wasShown === suggestion.isHidden) continue;
    const sum = wasShown ? sums.shown : sums.hidden;
    sum.cases++;
    if (given === field.read(suggestion.value)) sum.successes++;
  }
  return sums;
}

/** Suggestions are made before anybody begins with an item, so every answer to it came after. */
function suggestionsOf(db: Db, { projectId, queueId }: Place, refs: readonly string[]) {
  return db.query(sql`
    select ${columns({ ...of("item_suggestion s", "itemId", "fieldRef", "isHidden"), value: json(sql`s.value`) })} from item_suggestion s
    join queue_item i on i.project_id = s.project_id and i.id = s.item_id and i.is_done and i.deleted_at is null
    where s.project_id = ${projectId} and s.queue_id = ${queueId} and s.field_ref = any(${[...refs]}::text[])
    order by s.created_at desc, s.item_id limit ${MAX_SUGGESTIONS}`);
}

/** The fields beside which a form showed suggestions, by item and annotator; of answers that came from a form alone. */
async function fieldsInSight(
  db: Db,
  { projectId, queueId }: Place,
  itemIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const answers = await db.query(sql`
    select ${columns(of("item_progress p", "itemId", "annotatorId", "suggestedRefs"))} from item_progress p
    where p.project_id = ${projectId} and p.queue_id = ${queueId} and p.item_id = any(${[...itemIds]}::text[])
      and p.state = 'completed' and p.is_from_form`);
  return new Map(
    answers.map(({ itemId, annotatorId, suggestedRefs }) => [`${itemId} ${annotatorId}`, suggestedRefs]),
  );
}

function agreeing({ cases, successes }: Agreed): contract.FieldLearning["shown"] {
  const { low, high } = wilsonInterval(successes, cases);
  return { answers: cases, agreed: successes, low, high };
}
