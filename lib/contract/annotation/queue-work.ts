import { BATCH_BODY_BYTES, endpoint } from "#lib/contract/endpoint.ts";
import {
  anyJson,
  bool,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { FeedbackItem, FeedbackResult } from "#lib/contract/traces/feedback.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_ITEM, EXAMPLE_QUEUE, ITEM_PATH, QUEUE_PATH, shared } from "./queue-parts.internal.ts";
import { QueueItem } from "./queues.ts";

/** What annotators' clients do beside reading: take items, keep them, give them back, answer them. */

/** Ten to do, one at work, and what was answered while the service took its time. */
export const MAX_RESERVED = 40;
const DAY_MS = 86_400_000;

const annotates = { ...shared, method: "POST", needs: "queues:annotate", statuses: [404] } as const;

/** The caller's own doings with an item. */
export const OwnWork = wireObject({
  /** Grows with each answer; an answer names the one that it goes by. */
  revision: count,
  skipReason: z.nullable(text()),
  isFlagged: bool,
  flagNote: text(),
  activeMs: count,
  /** What a lead said when sending the item back; null where nobody did. */
  sentBack: z.nullable(text()),
  /** Those of the queue's fields that changed and are asked again, by their references; the other answers stand. */
  askedAgain: list(text()),
});
export type OwnWork = z.output<typeof OwnWork>;

/** What a model of the answers so far would say to a question about an item. It counts for nothing until somebody says the same. */
export const AnswerSuggestion = wireObject({
  fieldRef: text(),
  value: anyJson,
  /** How sure the model is, from 0 to 1. */
  probability: finiteNumber,
});
export type AnswerSuggestion = z.output<typeof AnswerSuggestion>;

export const ReservedItem = wireObject({
  item: QueueItem,
  own: OwnWork,
  expiresAt: timestamp,
  /** Empty where the queue shows none, where the model is not sure, and on a fifth of the items. */
  suggestions: list(AnswerSuggestion),
});
export type ReservedItem = z.output<typeof ReservedItem>;

/** Why nothing (more) could be reserved: all is done, done by the caller, in other hands, or put away with its queue. */
export const Left = wireObject({
  /** Items that the caller may still answer, reserved by others or not. */
  forMe: count,
  /** Items that want answers of others, and that the caller has answered. */
  forOthers: count,
  /** Of `forMe`, those whose every open slot somebody else has reserved. */
  inOtherHands: count,
  /** The queue is archived and reserves nothing new: `forMe` counts the caller's reservations, and nothing is left for others. */
  isArchived: bool,
  /** Who has reserved them, and until when at the latest if nobody moves. What a lead sent back to somebody is in their hands without a time. */
  holders: list(wireObject({ annotatorUserId: text(), name: text(), items: count, freesAt: timestamp })),
});

export const reserveItems = endpoint({
  ...annotates,
  operationId: "reserveItems",
  summary: "Reserves the next items of a queue for the caller",
  description:
    "Reserves items until the caller has `count`, and returns all of them in the order in which to answer them; existing reservations are renewed. No slot of an item is granted twice: an item has as many slots as it needs answers, minus those answered, reserved, or sent back to someone by a lead. Order: items sent back to the caller, items they have started, items that a reinforcement run waits for (`awaited`), the nearest deadline first, items assigned to them, the rest in the queue's order, and last, if the queue returns them, items they skipped. `left` explains why there are no more: it counts the whole queue, and is null if the caller has as many as requested. An archived queue renews reservations and grants nothing new.",
  path: "/annotation_queues/{queue_id}/items/reserve",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      count: withDefault(integer({ min: 1, max: MAX_RESERVED }), 3),
      /** Reserve exactly this item and no other, and show it first: for taking a lost one again, or one that was chosen from a list, also one of the caller's own answered ones. 409 with the code `slot_taken` where it has no free slot, and `queue_archived` where the queue is archived and the caller does not hold it. */
      itemId: maybe(identifier()),
    }),
  },
  reply: wireObject({ reserved: list(ReservedItem), left: z.nullable(Left) }),
  statuses: [404, 409],
  example: { ...EXAMPLE_QUEUE, count: 3 },
});

export const keepItems = endpoint({
  ...annotates,
  operationId: "keepItems",
  summary: "Keeps the caller's reservations alive",
  description:
    "Renews the named reservations that are still valid, and expired ones whose slot is still free. The others are in `lost`: taken by someone else, dropped, or never reserved. `expires_at` is the earliest of those kept.",
  path: "/annotation_queues/{queue_id}/items/heartbeat",
  input: {
    params: QUEUE_PATH,
    body: wireObject({ projectId, itemIds: list(identifier(), { max: MAX_RESERVED }) }),
  },
  reply: wireObject({ kept: list(text()), lost: list(text()), expiresAt: z.nullable(timestamp) }),
  example: { ...EXAMPLE_QUEUE, item_ids: [EXAMPLE_ITEM.item_id] },
});

export const releaseItems = endpoint({
  ...annotates,
  operationId: "releaseItems",
  summary: "Releases the caller's reservations",
  description: "Without item ids, all reservations in the queue.",
  path: "/annotation_queues/{queue_id}/items/release",
  input: {
    params: QUEUE_PATH,
    body: wireObject({ projectId, itemIds: maybe(list(identifier(), { max: MAX_RESERVED })) }),
  },
  reply: wireObject({ released: list(text()) }),
  example: { ...EXAMPLE_QUEUE, item_ids: [EXAMPLE_ITEM.item_id] },
});

/** Where an answer leaves the item for its annotator. */
export const ANSWER_STATES = ["completed", "skipped", "in_progress", "unstarted"] as const;

export const answerItem = endpoint({
  ...annotates,
  operationId: "answerItem",
  summary: "Stores the caller's answer to an item in one step",
  description:
    "Atomic: feedback, the state of the item and the end of its reservation. `revision` is the one that the form started with: 409 with the code `stale` if the caller has a newer answer, and with the code `slot_taken` if the reservation was lost and others have every slot. Feedback is about the item's call (or the second one of its pair) and belongs to the queue; a problem with an element is 422 at `feedback.N`. An answer has one value for each field and call; it is a list if the field accepts several. The value of a field whose schema says `\"x-spans\": true` is a list of passages `{path, start, end, quote, label}`: `path` names a text below `inputs` or `output`, the offsets are in UTF-16 units, and a passage that no longer matches the text is 422 at its place below `payload.value`. State `in_progress` keeps the reservation, or reserves the item again if it has a free slot. A completed item needs the queue's required fields, and a pair needs a verdict; a skipped one needs a reason if the queue requires it.",
  path: "/annotation_queues/{queue_id}/items/{item_id}/answer",
  input: {
    params: ITEM_PATH,
    body: wireObject({
      projectId,
      annotationState: oneOf(ANSWER_STATES),
      revision: withDefault(count, 0),
      feedback: withDefault(list(FeedbackItem, { max: 1000 }), []),
      /** Ids of the caller's own feedback that this answer takes the place of. */
      replaced: withDefault(list(identifier(), { max: 1000 }), []),
      skipReason: maybe(label(200)),
      isFlagged: withDefault(bool, false),
      flagNote: withDefault(label(1024), ""),
      /** Milliseconds of work on it since the last answer, pauses left out. */
      activeMs: withDefault(integer({ min: 0, max: DAY_MS }), 0),
      /** The fields beside which the caller saw a suggestion, by their references; an empty list where they saw none. Left out by what shows no form: its answers are not counted where answers with and without suggestions are compared. */
      suggestedRefs: maybe(list(identifier(2048), { max: 100 })),
    }),
  },
  reply: wireObject({ item: QueueItem, own: OwnWork, feedback: list(FeedbackResult) }),
  statuses: [404, 409],
  idempotent: true,
  maxBodyBytes: BATCH_BODY_BYTES,
  example: { ...EXAMPLE_ITEM, annotation_state: "completed", active_ms: 21_500 },
});

export const getItemWork = endpoint({
  ...annotates,
  operationId: "getItemWork",
  summary: "Reads an item with the caller's own work on it",
  description: "Anyone who can annotate can read it, reserved or not, for example to review their answers.",
  path: "/annotation_queues/{queue_id}/items/{item_id}/work",
  input: { params: ITEM_PATH, body: wireObject({ projectId }) },
  reply: wireObject({ item: QueueItem, own: OwnWork }),
  example: { ...EXAMPLE_ITEM },
});
