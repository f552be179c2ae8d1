import type { Ctx } from "#lib/access/context.ts";
import { type Share, shareDifference } from "#lib/annotation/agreement/share-difference.ts";
import { saidOfItems } from "#lib/annotation/evidence/items-with-evidence.ts";
import { closedFields, fieldsOf, findLeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import type * as contract from "#lib/contract/annotation/queue-learning.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, json, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { KeptFit } from "./fit-fields.internal.ts";
import type { LearnedField } from "./read-evidence.internal.ts";

type Endpoint = typeof contract.getQueueLearning;

/** Suggestions of the newest items that were answered. */
const MAX_SUGGESTIONS = 5_000;
const MOST_ANCHORING = 0.05;

export async function getQueueLearning(
  ctx: Pick<Ctx, "db" | "project">,
  { queueId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const queue = await findLeadQueue(ctx, queueId);
  const place = { projectId: ctx.project.id, queueId };
  const fits = await fitsOf(ctx.db, place);
  if (fits.length === 0) return { fields: [] };
  const known = closedFields(await fieldsOf(ctx, queue));
  const fields: contract.FieldLearning[] = [];
  for (const { fieldRef, answers, isTrusted, ...measured } of fits) {
    const field = known.find(({ refs }) => refs.includes(fieldRef));
    if (!field) continue;
    const { shown, hidden } = await agreementOf(ctx.db, place, { ...field, read: field.scale.read });
    const difference = shareDifference(shareOf(shown), shareOf(hidden));
    const isAnchoring = (difference.value ?? 0) > MOST_ANCHORING && (difference.low ?? 0) > 0;
    fields.push({
      ref: field.ref,
      name: field.name,
      answers,
      measured,
      isTrusted,
      shown,
      hidden,
      difference,
      isAnchoring,
    });
  }
  return { fields };
}

type Place = { projectId: string; queueId: string };

async function fitsOf(db: Db, { projectId, queueId }: Place): Promise<KeptFit[]> {
  const [row] = await db.query(sql`
    select ${columns({ fits: json<KeptFit[]>(sql`l.fits`) })} from queue_learning l
    where l.project_id = ${projectId} and l.queue_id = ${queueId}`);
  return row?.fits ?? [];
}

type Agreeing = contract.FieldLearning["shown"];

/** Suggestions are made before anybody begins with an item, so every answer to it came after. */
async function agreementOf(
  db: Db,
  place: Place,
  field: Pick<LearnedField, "refs" | "read">,
): Promise<{ shown: Agreeing; hidden: Agreeing }> {
  const suggested = await db.query(sql`
    select ${columns({ ...of("item_suggestion s", "itemId", "isHidden"), value: json(sql`s.value`) })} from item_suggestion s
    join queue_item i on i.project_id = s.project_id and i.id = s.item_id and i.is_done and i.deleted_at is null
    where s.project_id = ${place.projectId} and s.queue_id = ${place.queueId} and s.field_ref = any(${[...field.refs]}::text[])
    order by s.created_at desc, s.item_id limit ${MAX_SUGGESTIONS}`);
  const byItem = new Map(suggested.map((one) => [one.itemId, one]));
  const said = await saidOfItems(db, place, {
    items: suggested,
    wanted: { kind: "field", refs: field.refs },
  });
  const sums = { shown: { answers: 0, agreed: 0 }, hidden: { answers: 0, agreed: 0 } };
  for (const { itemId, value, isRetracted } of said) {
    const suggestion = byItem.get(itemId);
    const given = field.read(value);
    if (!suggestion || given === null || isRetracted) continue;
    const sum = suggestion.isHidden ? sums.hidden : sums.shown;
    sum.answers++;
    if (given === field.read(suggestion.value)) sum.agreed++;
  }
  return sums;
}

function shareOf({ answers, agreed }: Agreeing): Share {
  return { cases: answers, successes: agreed };
}
