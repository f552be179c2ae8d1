import { randomUUID } from "node:crypto";
import { isHiddenItem, isRandomItem } from "#lib/annotation/learner/draws.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Settings } from "#lib/testing/data/queue-data.ts";
import { aReview, type ReviewPlace } from "#lib/testing/data/review-data.ts";
import type { Harness } from "#lib/testing/harness.ts";

/** An item of a call in which somebody says this, with what the first annotator answered. */
export type Saying = { text: string; value?: unknown; isRandom?: boolean; isHidden?: boolean };

const TOPICS = { type: "string", enum: ["billing", "shipping"] };

/** A queue that asks for the topic of what was said, with nothing in it. */
export function aTopicQueue(api: Harness, settings: Settings = {}, people = 1): Promise<ReviewPlace> {
  return aReview(api, {
    items: 0,
    people,
    fields: { topic: TOPICS },
    settings: { annotatorsPerItem: 1, ...settings },
  });
}

/** Writes items and answers without any request, with ids of the kind that is wanted; gives the ids of the items. */
export async function record(
  api: Harness,
  review: ReviewPlace,
  sayings: readonly Saying[],
): Promise<string[]> {
  const { project, queueId, people } = review.desk;
  const [{ userId = "" } = {}] = people;
  const rows = sayings.map(({ text, isRandom = false, isHidden = false }) => ({
    itemId: idOf(isRandom, isHidden),
    callId: newId(),
    inputs: JSON.stringify({ messages: [{ role: "user", content: text }] }),
  }));
  const listed = sql`json_to_recordset(${JSON.stringify(rows)}::json) as t ("itemId" text, "callId" text, inputs text)`;
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, op_name, started_at, ended_at, inputs, output)
    select ${project.id}, "callId", 'trace-' || "callId", 'op', now(), now(), inputs::json, '"We look into it."'::json from ${listed}`);
  await api.db.query(sql`
    insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_op_name, call_trace_id, display_fields, added_by)
    select "itemId", ${project.id}, ${queueId}, "callId", now(), 'op', 'trace-' || "callId", '{}', ${userId} from ${listed}`);
  const itemIds = rows.map(({ itemId }) => itemId);
  const said = sayings.flatMap(({ value }, n) =>
    value === undefined ? [] : { itemId: itemIds[n] ?? "", value },
  );
  await answerAll(api, review, said);
  return itemIds;
}

/** What somebody says of an item, and the fields beside which their form suggested something; left out where there was no form. */
type Answering = { itemId: string; value: unknown; suggestedRefs?: readonly string[] };

/** The first annotator answers these items. */
export async function answerAll(
  api: Harness,
  { desk, refs }: ReviewPlace,
  said: readonly Answering[],
): Promise<void> {
  const { project, queueId, people } = desk;
  const [{ userId = "" } = {}] = people;
  const rows = said.map(({ itemId, value, suggestedRefs }) => ({
    ...{ itemId, id: newId(), payload: JSON.stringify({ value }) },
    ...{ isFromForm: suggestedRefs !== undefined, suggestedRefs: suggestedRefs ?? [] },
  }));
  const listed = sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as t ("itemId" text, id text, payload text, "isFromForm" boolean, "suggestedRefs" text[])
    join queue_item i on i.id = t."itemId"`;
  await api.db.query(sql`
    insert into item_progress (project_id, item_id, annotator_id, queue_id, state, revision, finished_at, is_from_form, suggested_refs)
    select ${project.id}, i.id, ${userId}, ${queueId}, 'completed', 1, clock_timestamp(), "isFromForm", "suggestedRefs" from ${listed}`);
  await api.db.query(sql`
    insert into feedback (id, project_id, weave_ref, call_id, queue_id, user_id, creator, feedback_type, annotation_ref, payload, content_hash)
    select t.id, ${project.id}, 'weave:///' || ${project.path} || '/call/' || i.call_id, i.call_id, ${queueId}, ${userId}, 'Ada',
      'wandb.annotation.topic', ${refs.get("topic") ?? ""}, t.payload::json, '\\x00'::bytea from ${listed}`);
  await api.db.query(sql`
    update queue_item set is_open = false, is_done = true, annotation_state = 'completed'
    where id = any(${said.map(({ itemId }) => itemId)}::text[])`);
}

function idOf(isRandom: boolean, isHidden: boolean): string {
  for (;;) {
    const id = newId();
    if (isRandomItem(id) === isRandom && isHiddenItem(id) === isHidden) return id;
  }
}

/** A word that nobody else says, and that does not give away its time, as an id does. */
function ownWord(): string {
  return randomUUID().slice(0, 8);
}

/** `count` things that people say, whose topic their words decide, answered rightly where they are answered. */
export function clearWords(count: number, more: Partial<Saying> & { isAnswered?: boolean } = {}): Saying[] {
  const { isAnswered = true, ...rest } = more;
  return Array.from({ length: count }, (_, n) => {
    const isBilling = n % 2 === 0;
    const text = isBilling
      ? `my invoice was charged twice ${ownWord()}`
      : `the parcel has not arrived ${ownWord()}`;
    return { text, ...(isAnswered ? { value: isBilling ? "billing" : "shipping" } : {}), ...rest };
  });
}
