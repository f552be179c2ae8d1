import { addQueueItems, createQueue, queryQueueItems } from "#lib/contract/annotation/queues.ts";
import { createObject } from "#lib/contract/compat/objects.ts";
import { completeCalls } from "#lib/contract/traces/calls.ts";
import { createFeedbackBatch } from "#lib/contract/traces/feedback.ts";
import { newId } from "#lib/platform/ids.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import type { Annotator, Town } from "../../examples/loop/town.ts";
import type { House } from "./house.ts";

/** A queue with items that all annotators have answered: which of four teams a question is for. */
export type LargeQueue = {
  readonly id: string;
  readonly field: string;
  readonly items: readonly { readonly id: string; readonly callId: string }[];
  /** What each annotator said, in their order, by call. */
  readonly said: ReadonlyMap<string, readonly string[]>;
};

const TEAMS = ["orders", "refunds", "returns", "accounts"] as const;
const THINGS = ["parcel", "invoice", "lamp", "chair", "voucher", "ticket", "kettle", "bicycle"] as const;
const FIELD = "team";
export const FEEDBACK_TYPE = `wandb.annotation.${FIELD}`;
const BATCH = 1000;
/** How often an annotator says something else than the team that is right. */
const ERROR_RATE = 0.1;

/** Calls, items and feedback come over HTTP. That an annotator is done with an item is written directly, since one by one it would take minutes. */
export async function fillLargeQueue(
  house: House,
  town: Town,
  { items: wanted, seed }: { items: number; seed: number },
): Promise<LargeQueue> {
  const { lead, projectId } = town;
  const random = seededRandom(seed);
  const field = await teamField(town);
  const { id } = await lead.call(createQueue, {
    projectId,
    name: `Large ${newId().slice(-8)}`,
    scorerRefs: [field],
    annotatorsPerItem: Math.max(1, town.annotators.length),
  });
  const calls = await recordQuestions(town, wanted, random);
  for (const callIds of inBatches(calls))
    await lead.call(addQueueItems, { projectId, queueId: id, callIds, displayFields: ["inputs.messages"] });
  const said = new Map<string, string[]>(calls.map((callId) => [callId, []]));
  for (const annotator of town.annotators) {
    for (const [at, callId] of calls.entries()) said.get(callId)?.push(teamOf(at, random));
    await answerAll(house, { town, annotator, queueId: id, field, said });
  }
  return { id, field, items: await itemsOf(town, id), said };
}

async function teamField({ lead, projectId }: Town): Promise<string> {
  const val = { name: "Team", field_schema: { type: "string", enum: TEAMS } };
  const obj = { projectId, objectId: FIELD, builtinObjectClass: "AnnotationSpec", val };
  const { digest } = await lead.call(createObject, { obj });
  return `weave:///${projectId}/object/${FIELD}:${digest}`;
}

/** Three in ten share a thread with the one before, and some are the same question once more. */
async function recordQuestions(
  { lead, entity, project }: Town,
  count: number,
  random: () => number,
): Promise<string[]> {
  let thread = newId();
  const calls = Array.from({ length: count }, (_, at) => {
    if (random() >= 0.3) thread = newId();
    const id = newId();
    const thing = THINGS[Math.floor(random() * THINGS.length)];
    const about = random() < 0.05 ? "" : ` number ${at}`;
    return {
      id,
      trace_id: id,
      thread_id: thread,
      turn_id: id,
      op_name: "ask",
      started_at: "2026-01-05T09:30:00Z",
      ended_at: "2026-01-05T09:30:01Z",
      attributes: {},
      inputs: { messages: [{ role: "user", content: `What about my ${thing}${about}?` }] },
      output: { role: "assistant", content: "One moment please." },
      summary: {},
    };
  });
  for (const batch of inBatches(calls)) await lead.call(completeCalls, { entity, project, batch });
  return calls.map(({ id }) => id);
}

function teamOf(at: number, random: () => number): string {
  const team = random() < ERROR_RATE ? Math.floor(random() * TEAMS.length) : at % TEAMS.length;
  return TEAMS[team] ?? "";
}

export function answeredRef({ projectId }: Town, callId: string): string {
  return `weave:///${projectId}/call/${callId}`;
}

type Work = {
  town: Town;
  annotator: Annotator;
  queueId: string;
  field: string;
  said: LargeQueue["said"];
};

async function answerAll(house: House, { town, annotator, queueId, field, said }: Work): Promise<void> {
  const { projectId } = town;
  const feedback = [...said].map(([callId, values]) => ({
    projectId,
    weaveRef: answeredRef(town, callId),
    feedbackType: FEEDBACK_TYPE,
    annotationRef: field,
    queueId,
    payload: { value: values.at(-1) },
  }));
  for (const batch of inBatches(feedback)) await annotator.service.call(createFeedbackBatch, { batch });
  await house.query(
    `insert into item_progress (project_id, item_id, annotator_id, queue_id, state, revision, finished_at)
     select project_id, id, $2, queue_id, 'completed', 1, now() from queue_item where queue_id = $1`,
    [queueId, annotator.userId],
  );
}

async function itemsOf(
  { lead, projectId }: Town,
  queueId: string,
): Promise<{ id: string; callId: string }[]> {
  const items: { id: string; callId: string }[] = [];
  for (;;) {
    const page = await lead.call(queryQueueItems, {
      projectId,
      queueId,
      limit: BATCH,
      offset: items.length,
    });
    items.push(...page.items.map(({ id, callId }) => ({ id, callId })));
    if (page.items.length < BATCH) return items;
  }
}

function inBatches<T>(all: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < all.length; at += BATCH) batches.push(all.slice(at, at + BATCH));
  return batches;
}
