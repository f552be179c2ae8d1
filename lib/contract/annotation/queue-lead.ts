import { endpoint } from "#lib/contract/endpoint.ts";
import {
  anyJson,
  bool,
  dict,
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
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import {
  count,
  displayFields,
  EXAMPLE_ITEM,
  EXAMPLE_PROJECT,
  EXAMPLE_QUEUE,
  EXAMPLE_REF,
  ITEM_PATH,
  MAX_QUEUES,
  PROJECT,
  QUEUE_PATH,
  reviews,
  shared,
} from "./queue-parts.internal.ts";
import { ITEM_FILTER } from "./queues.ts";

/** What leads of queues see and do: progress, answers side by side, decisions, export. */

export const MAX_ITEMS = 10_000;

const leads = { ...shared, method: "POST", needs: "queues:write" } as const;

export const summarizeQueues = endpoint({
  ...shared,
  operationId: "summarizeQueues",
  summary: "Shows the progress of several queues, including overlap",
  description:
    "One element for each requested queue that the caller may see, in the order requested. If every annotator should answer an item, it counts as done once it has an answer.",
  method: "POST",
  path: "/annotation_queues/summaries",
  needs: "queues:read",
  input: { body: wireObject({ projectId, queueIds: list(identifier(), { max: MAX_QUEUES }) }) },
  reply: wireObject({
    summaries: list(
      wireObject({
        queueId: text(),
        totalItems: count,
        /** Of them, those about which reinforcement runs asked. */
        askedByRuns: count,
        /** Have all the answers that they want, or were dropped. */
        doneItems: count,
        /** Of the others: have some answers, or somebody has begun one. What is only reserved is not started. */
        startedItems: count,
        /** Wanted in all, and given; wanted is null where everybody is asked. What was dropped wants no more than it has. */
        wantedAnswers: z.nullable(count),
        givenAnswers: count,
        /** Answers beyond those that their items want, which are not part of the given ones. */
        extraAnswers: count,
        skips: count,
        flags: count,
        /** Items that the caller may still answer; of an archived queue those that they hold. */
        leftForMe: count,
        /** Items that the caller has answered, and those that they skipped where a skipped item does not come back to them. */
        doneByMe: count,
        skippedByMe: count,
        /** Who has a live reservation. */
        peopleHere: list(wireObject({ annotatorUserId: text(), name: text() })),
        annotators: count,
        /** Answers in the last hour. */
        answersLastHour: count,
        /**
         * Answers per hour of work in the last 24 hours, without pauses of over half an hour. Null if too few answers followed each other, or all
         * were within three minutes.
         */
        answersPerHour: z.nullable(finiteNumber),
        /** Hours of work until all is done at that rate; null without one, where everybody is asked, and where the queue is archived. */
        hoursLeft: z.nullable(finiteNumber),
        lastActivity: z.nullable(timestamp),
      }),
    ),
  }),
  example: { ...EXAMPLE_PROJECT, queue_ids: [EXAMPLE_QUEUE.queue_id] },
});

/** What one annotator has said of one item. */
export const ItemAnswer = wireObject({
  itemId: text(),
  annotatorUserId: text(),
  name: text(),
  state: text(),
  skipReason: z.nullable(text()),
  isFlagged: bool,
  flagNote: text(),
  sentBack: z.nullable(text()),
  activeMs: count,
  finishedAt: z.nullable(timestamp),
  /** Values by the reference of their field, whichever version of it they were given under. */
  values: dict,
  /** The references of the earlier versions that values were given under, by the reference of their field. */
  earlierVersions: dict,
  notes: list(text()),
  reactions: list(text()),
  /** The annotator's corrected answer; null where there is none. */
  correction: z.nullable(text()),
  /** The verdict on a pair; null in other queues. */
  preference: anyJson,
});
export type ItemAnswer = z.output<typeof ItemAnswer>;

export const Decision = wireObject({
  itemId: text(),
  values: dict,
  method: text(),
  note: text(),
  isGold: bool,
  decidedBy: text(),
  name: text(),
  decidedAt: timestamp,
});
export type Decision = z.output<typeof Decision>;

export const queryItemAnswers = endpoint({
  ...reviews,
  operationId: "queryItemAnswers",
  summary: "Reads the answers of all annotators to some items",
  description: "Includes the judgements of model judges (`wandb.runnable.*`) on their calls, and decisions.",
  path: "/annotation_queues/{queue_id}/answers/query",
  input: {
    params: QUEUE_PATH,
    body: wireObject({ projectId, itemIds: list(identifier(), { max: 200 }) }),
  },
  reply: wireObject({
    answers: list(ItemAnswer),
    judgements: list(wireObject({ itemId: text(), judge: text(), output: anyJson, createdAt: timestamp })),
    decisions: list(Decision),
  }),
  statuses: [404],
  example: { ...EXAMPLE_QUEUE, item_ids: [EXAMPLE_ITEM.item_id] },
});

export const EXPORT_FORMATS = ["jsonl", "csv"] as const;

export const exportAnswers = endpoint({
  ...shared,
  operationId: "exportAnswers",
  summary: "Downloads the answers of a queue, one row for each item and annotator",
  description:
    "As JSON Lines, or as CSV in UTF-8 with a header. In CSV, a text that a spreadsheet would run as a formula starts with an apostrophe. Columns are named after the fields, with the number of the answered version beside each. The annotated conversation is included unless `include_conversations` is false.",
  method: "GET",
  path: "/annotation_queues/{queue_id}/answers",
  needs: "answers:read",
  input: {
    params: QUEUE_PATH,
    query: wireObject({
      projectId,
      format: withDefault(oneOf(EXPORT_FORMATS), "jsonl"),
      /** Adds what was judged, as it was recorded: `call_inputs` and `call_output`, and those of the other call of a pair. */
      includeConversations: withDefault(bool, true),
    }),
  },
  reply: anyJson,
  downloads: "application/octet-stream",
  statuses: [404],
  example: { ...EXAMPLE_QUEUE, format: "csv" },
});

export const ITEM_ACTIONS = ["reopen", "prioritize", "assign", "remove"] as const;

export const changeItems = endpoint({
  ...leads,
  operationId: "changeItems",
  summary: "Changes many items in one way",
  description:
    "Send item ids, a `filter`, or both; with both, only named items that match the filter are changed. Only real changes are counted. `reopen` sets each annotator's state, or only that of `annotator_user_id`, back to unstarted; answers are kept. `prioritize` sets `priority`, `assign` gives them only to `assigned_to` (null: everyone), `remove` removes them from the queue.",
  path: "/annotation_queues/{queue_id}/items/change",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      action: oneOf(ITEM_ACTIONS),
      itemIds: maybe(list(identifier(), { max: MAX_ITEMS })),
      filter: maybe(ITEM_FILTER),
      priority: maybe(integer({ min: -1_000_000, max: 1_000_000 })),
      assignedTo: maybe(identifier()),
      annotatorUserId: maybe(identifier()),
    }),
  },
  reply: wireObject({ changedCount: count }),
  statuses: [404],
  idempotent: true,
  example: { ...EXAMPLE_QUEUE, action: "prioritize", item_ids: [EXAMPLE_ITEM.item_id], priority: 5 },
});

export const addQueuePairs = endpoint({
  ...leads,
  operationId: "addQueuePairs",
  summary: "Adds pairs of calls to a queue that compares pairs",
  description:
    "Both calls must have arrived: `missing` lists those that have not, and their pairs are not added. A pair that is already in the queue, in either order, is a duplicate. A queue of another kind is 409.",
  path: "/annotation_queues/{queue_id}/pairs",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      pairs: list(wireObject({ callId: identifier(), pairCallId: identifier() }), { max: MAX_ITEMS }),
      displayFields,
    }),
  },
  reply: wireObject({ addedCount: count, duplicates: count, missing: list(text()) }),
  statuses: [404, 409],
  idempotent: true,
  example: {
    ...EXAMPLE_QUEUE,
    pairs: [
      {
        call_id: "019a5b2d-3e7f-7c11-a0b1-c2d3e4f50617",
        pair_call_id: "019a5b2d-3e7f-7c11-a0b1-c2d3e4f50618",
      },
    ],
    display_fields: ["output"],
  },
});

export const DECISION_METHODS = ["adopted", "merged", "written"] as const;

export const decideItem = endpoint({
  ...leads,
  operationId: "decideItem",
  summary: "Decides an item whose annotators may disagree",
  description:
    "`values` are keyed by field reference. Each must match the field's schema, and, as in answers, a field that is not asked must be left out. The verdict on a pair is keyed `spindle.preference.1`. Annotators see the decision with its note. `is_gold` makes it a reference answer. A second decision replaces the first.",
  path: "/annotation_queues/{queue_id}/items/{item_id}/decision",
  input: {
    params: ITEM_PATH,
    body: wireObject({
      projectId,
      values: dict,
      method: oneOf(DECISION_METHODS),
      note: withDefault(label(4096), ""),
      isGold: withDefault(bool, false),
    }),
  },
  reply: wireObject({ decision: Decision }),
  statuses: [404],
  idempotent: true,
  example: { ...EXAMPLE_ITEM, values: { [EXAMPLE_REF]: 4 }, method: "adopted" },
});

export const undecideItem = endpoint({
  ...shared,
  operationId: "undecideItem",
  summary: "Undoes a decision",
  method: "DELETE",
  path: "/annotation_queues/{queue_id}/items/{item_id}/decision",
  needs: "queues:write",
  input: { params: ITEM_PATH, query: PROJECT },
  reply: wireObject({ wasDecided: bool }),
  statuses: [404],
  example: { ...EXAMPLE_ITEM },
});

export const sendItemBack = endpoint({
  ...leads,
  operationId: "sendItemBack",
  summary: "Sends an item back to one of its annotators, with a note",
  description:
    "Their state is unstarted again, their answers are kept as a draft, and they get the item first.",
  path: "/annotation_queues/{queue_id}/items/{item_id}/send_back",
  input: {
    params: ITEM_PATH,
    body: wireObject({ projectId, annotatorUserId: identifier(), note: label(1024) }),
  },
  reply: wireObject({ answer: ItemAnswer }),
  statuses: [404],
  example: {
    ...EXAMPLE_ITEM,
    annotator_user_id: "019a5b2e-0000-7000-8000-000000000001",
    note: "Please look at the refund rule again",
  },
});
