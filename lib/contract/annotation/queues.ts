import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import {
  bool,
  enumeration,
  identifier,
  instant,
  integer,
  label,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { sortDirection } from "#lib/contract/query.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { AwaitedBy } from "./awaited.ts";
import {
  count,
  displayFields,
  EXAMPLE_ITEM,
  EXAMPLE_PROJECT,
  EXAMPLE_QUEUE,
  ITEM_PATH,
  MAX_QUEUES,
  PROJECT,
  QUEUE_PATH,
  shared,
} from "./queue-parts.internal.ts";
import { QUEUE_SETTINGS, SENT_QUEUE_SETTINGS } from "./queue-settings.ts";

/** How far an annotator has got with an item; an annotator may go from any state to any other. */
export const ANNOTATION_STATES = ["unstarted", "in_progress", "completed", "skipped"] as const;
export type AnnotationState = (typeof ANNOTATION_STATES)[number];
const annotationState = enumeration(ANNOTATION_STATES);

const QUEUE_SORT_FIELDS = ["id", "name", "created_at", "updated_at"] as const;
const ITEM_SORT_FIELDS = ["call_started_at", "call_op_name", "created_at", "updated_at", "priority"] as const;

const MAX_CALLS = 10_000;
const MAX_REFS = 1000;

const queueName = identifier(255);
/** Of a queue's guidelines, which are its description. */
export const MAX_DESCRIPTION_CHARACTERS = 20_000;
const description = label(MAX_DESCRIPTION_CHARACTERS);
const scorerRefs = list(identifier(1024), { max: MAX_REFS });
const page = { limit: maybe(integer({ min: 0 })), offset: maybe(integer({ min: 0 })) };

/** Sorting by several of `fields`, the first one first. */
function sortBy<const F extends string>(fields: readonly F[]) {
  const key = wireObject({ field: oneOf(fields), direction: sortDirection });
  return maybe(list(key, { max: fields.length * 2 }));
}

export const Queue = wireObject({
  id: text(),
  projectId: text(),
  name: text(),
  description: text(),
  scorerRefs: list(text()),
  ...QUEUE_SETTINGS,
  createdAt: timestamp,
  createdBy: text(),
  updatedAt: timestamp,
  deletedAt: z.nullable(timestamp),
});
export type Queue = z.output<typeof Queue>;

export const QueueItem = wireObject({
  id: text(),
  projectId: text(),
  queueId: text(),
  callId: text(),
  callStartedAt: instant,
  /** The date of the call stands in no source; `callStartedAt` gives it a place in the order and no more. */
  isCallUndated: bool,
  callEndedAt: z.nullable(instant),
  callOpName: text(),
  callTraceId: text(),
  displayFields: list(text()),
  addedBy: z.nullable(text()),
  /** The rule that added it, which acts for `addedBy`; null where somebody did so by hand. */
  ruleId: z.nullable(text()),
  ruleName: z.nullable(text()),
  /** The state written last by any annotator, who is `annotatorUserId`. */
  annotationState,
  annotatorUserId: z.nullable(text()),
  /** The caller's own state. */
  myAnnotationState: annotationState,
  priority: integer(),
  /** The only annotator who gets it; null for everyone. */
  assignedTo: z.nullable(text()),
  /** The second call of a pair; null in queues that judge one. */
  pairCallId: z.nullable(text()),
  /** Completed answers, and how many are wanted; null for one of everybody. */
  answerCount: count,
  wantedAnswers: z.nullable(count),
  flagCount: count,
  isDecided: bool,
  /** The reinforcement run that waits for answers to it: such items come first. Null where none does. */
  awaited: z.nullable(AwaitedBy),
  /** The reinforcement run that asked about it, whether it still waits or not: datasets leave such items out. Null where people added it, or a rule. */
  askedBy: z.nullable(
    wireObject({
      runId: text(),
      /** Null for who may not see runs. */
      name: z.nullable(text()),
    }),
  ),
  createdAt: timestamp,
  createdBy: text(),
  updatedAt: timestamp,
  deletedAt: z.nullable(timestamp),
  /** From 1, in the order asked for; null where it was not asked for. */
  positionInQueue: z.nullable(integer({ min: 1 })),
});
export type QueueItem = z.output<typeof QueueItem>;
export type AskedBy = NonNullable<QueueItem["askedBy"]>;

export const ITEM_FILTER = wireObject({
  id: maybe(identifier()),
  callId: maybe(identifier()),
  callOpName: maybe(identifier(4096)),
  callTraceId: maybe(identifier()),
  addedBy: maybe(identifier()),
  annotationStates: maybe(list(annotationState)),
  /** States of the caller's own, so that an annotator finds what is left to do. */
  myAnnotationStates: maybe(list(annotationState)),
  /** Whether somebody flagged it, somebody decided about it, it wants further answers, somebody has it reserved. */
  isFlagged: maybe(bool),
  isDecided: maybe(bool),
  isOpen: maybe(bool),
  isReserved: maybe(bool),
  /** Whether a reinforcement run asked about it. */
  isAskedByRun: maybe(bool),
  /** Somebody who completed or skipped it. */
  annotatorUserId: maybe(identifier()),
  assignedTo: maybe(identifier()),
  minPriority: maybe(integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
});

export const createQueue = endpoint({
  ...shared,
  operationId: "createQueue",
  summary: "Creates an annotation queue",
  method: "POST",
  path: "/annotation_queues",
  needs: "queues:write",
  createsProject: true,
  input: {
    body: wireObject({
      projectId,
      name: queueName,
      description: maybe(description),
      scorerRefs,
      ...SENT_QUEUE_SETTINGS,
    }),
  },
  reply: wireObject({ id: text() }),
  idempotent: true,
  example: {
    ...EXAMPLE_PROJECT,
    name: "Refund answers",
    description: "Is the answer correct and kind?",
    scorer_refs: ["weave:///acme/support/object/helpfulness:v0"],
  },
});

export const getQueue = endpoint({
  ...shared,
  operationId: "getQueue",
  summary: "Reads an annotation queue",
  method: "GET",
  path: "/annotation_queues/{queue_id}",
  needs: "queues:read",
  input: { params: QUEUE_PATH, query: PROJECT },
  reply: wireObject({ queue: Queue }),
  statuses: [404],
  example: EXAMPLE_QUEUE,
});

export const updateQueue = endpoint({
  ...shared,
  operationId: "updateQueue",
  summary: "Changes an annotation queue",
  description:
    "Absent or null fields do not change; an empty text or list replaces the value. Changing the kind of a queue that has items is 409. `is_archived` archives or restores the queue: nothing is lost, and an archived queue has no new items for annotators.",
  method: "PUT",
  path: "/annotation_queues/{queue_id}",
  needs: "queues:write",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      /** The `updated_at` of the queue that the change goes by: 409 with the code `stale` where it has changed since. */
      basedOn: maybe(instant),
      name: maybe(queueName),
      description: maybe(description),
      scorerRefs: maybe(scorerRefs),
      ...SENT_QUEUE_SETTINGS,
    }),
  },
  reply: wireObject({ queue: Queue }),
  statuses: [404, 409],
  example: { ...EXAMPLE_QUEUE, name: "Refund answers, spring" },
});

export const deleteQueue = endpoint({
  ...shared,
  operationId: "deleteQueue",
  summary: "Deletes an annotation queue",
  description: "The queue leaves every list; its items and annotations are kept.",
  method: "DELETE",
  path: "/annotation_queues/{queue_id}",
  needs: "queues:write",
  input: { params: QUEUE_PATH, query: PROJECT },
  reply: wireObject({ queue: Queue }),
  statuses: [404],
  example: EXAMPLE_QUEUE,
});

export const queryQueues = endpoint({
  ...shared,
  operationId: "queryQueues",
  summary: "Streams the annotation queues of a project",
  description:
    "`name` keeps queues whose name contains it, ignoring case; `is_archived` keeps archived queues, or the others. Default order: newest first; ties by id.",
  method: "POST",
  path: "/annotation_queues/query",
  needs: "queues:read",
  input: {
    body: wireObject({
      projectId,
      name: maybe(label(65_536)),
      isArchived: maybe(bool),
      sortBy: sortBy(QUEUE_SORT_FIELDS),
      ...page,
    }),
  },
  reply: Queue,
  streams: true,
  example: {
    ...EXAMPLE_PROJECT,
    name: "refund",
    sort_by: [{ field: "created_at", direction: "desc" }],
    limit: 50,
    offset: 0,
  },
});

export const addQueueItems = endpoint({
  ...shared,
  operationId: "addQueueItems",
  summary: "Adds calls to an annotation queue",
  description:
    "For distinct ids, `added_count`, `duplicates` and the length of `pending` add up to their number. Calls that have not arrived are `pending`: each becomes an item when it arrives. A queue that compares pairs does not accept single calls: 409.",
  method: "POST",
  path: "/annotation_queues/{queue_id}/items",
  needs: "queues:write",
  input: {
    params: QUEUE_PATH,
    body: wireObject({ projectId, callIds: list(identifier(), { max: MAX_CALLS }), displayFields }),
  },
  reply: wireObject({ addedCount: count, duplicates: count, pending: list(text()) }),
  statuses: [404, 409],
  idempotent: true,
  example: {
    ...EXAMPLE_QUEUE,
    call_ids: ["019a5b2d-3e7f-7c11-a0b1-c2d3e4f50617"],
    display_fields: ["inputs.messages", "output"],
  },
});

export const queryQueueItems = endpoint({
  ...shared,
  operationId: "queryQueueItems",
  summary: "Lists items of an annotation queue",
  description:
    "Default order, and for ties: the order of adding. Positions count the items that match the filter before `limit`, `offset` and the conditions on annotators' work: `annotation_states`, `my_annotation_states`, `annotator_user_id`, `is_flagged`, `is_decided`, `is_open`, `is_reserved`.",
  method: "POST",
  path: "/annotation_queues/{queue_id}/items/query",
  needs: "queues:read",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      filter: maybe(ITEM_FILTER),
      sortBy: sortBy(ITEM_SORT_FIELDS),
      ...page,
      includePosition: maybe(bool),
      includeTotalCount: maybe(bool),
    }),
  },
  reply: wireObject({
    items: list(QueueItem),
    /** Of all items that the filter keeps, whatever the page; only where it was asked for. */
    totalCount: maybe(count),
  }),
  statuses: [404],
  example: {
    ...EXAMPLE_QUEUE,
    filter: { annotation_states: ["unstarted", "in_progress"] },
    sort_by: [{ field: "call_started_at", direction: "asc" }],
    limit: 50,
    include_position: true,
  },
});

export const removeQueueItem = endpoint({
  ...shared,
  operationId: "removeQueueItem",
  summary: "Removes an item from an annotation queue",
  description: "Its annotations are kept, and the call can be added again as a new item.",
  method: "DELETE",
  path: "/annotation_queues/{queue_id}/items/{item_id}",
  needs: "queues:write",
  input: { params: ITEM_PATH, query: PROJECT },
  reply: wireObject({ item: QueueItem }),
  statuses: [404],
  example: EXAMPLE_ITEM,
});

export const updateItemProgress = endpoint({
  ...shared,
  operationId: "updateItemProgress",
  summary: "Sets the caller's annotation state of an item",
  description:
    "Each annotator has their own state; the item shows the one written last. Writing the current state changes nothing. An answer beyond those that the item needs counts as an extra one; in a strict queue, completing without a slot is 409.",
  method: "POST",
  path: "/annotation_queues/{queue_id}/items/{item_id}/progress",
  needs: "queues:annotate",
  input: { params: ITEM_PATH, body: wireObject({ projectId, annotationState }) },
  reply: wireObject({ item: QueueItem }),
  statuses: [404, 409],
  example: { ...EXAMPLE_ITEM, annotation_state: "completed" },
});

export const getQueueStats = endpoint({
  ...shared,
  operationId: "getQueueStats",
  summary: "Counts the items of several annotation queues",
  description:
    "One element for each distinct id, in the order requested; zeros for unknown queues. An item counts as completed once any annotator has completed or skipped it.",
  method: "POST",
  path: "/annotation_queues/stats",
  needs: "queues:read",
  input: { body: wireObject({ projectId, queueIds: list(identifier(), { max: MAX_QUEUES }) }) },
  reply: wireObject({
    stats: list(wireObject({ queueId: text(), totalItems: count, completedItems: count })),
  }),
  example: { ...EXAMPLE_PROJECT, queue_ids: [EXAMPLE_QUEUE.queue_id] },
});

export const getQueueProgress = endpoint({
  ...shared,
  operationId: "getQueueProgress",
  summary: "Counts the progress of each annotator of a queue",
  description: "One element for each annotator with a state in the queue, by name.",
  method: "POST",
  path: "/annotation_queues/{queue_id}/progress",
  needs: "queues:read",
  input: { params: QUEUE_PATH, body: PROJECT },
  reply: wireObject({
    progress: list(
      wireObject({
        annotatorUserId: text(),
        name: text(),
        completed: count,
        skipped: count,
        inProgress: count,
      }),
    ),
  }),
  statuses: [404],
  example: EXAMPLE_QUEUE,
});

export type QueueSort = NonNullable<InputOf<typeof queryQueues>["sortBy"]>;
export type ItemFilter = NonNullable<InputOf<typeof queryQueueItems>["filter"]>;
export type ItemSort = NonNullable<InputOf<typeof queryQueueItems>["sortBy"]>;
