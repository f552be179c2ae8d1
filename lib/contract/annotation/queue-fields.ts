import { endpoint } from "#lib/contract/endpoint.ts";
import {
  dict,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";
import {
  count,
  EXAMPLE_QUEUE,
  EXAMPLE_REF,
  PROJECT,
  QUEUE_PATH,
  reviews,
  shared,
} from "./queue-parts.internal.ts";
import { Queue } from "./queues.ts";

/** Versions of what a queue asks. */

/** Who answers a changed field again: nobody, who gave an answer that the new version does not take, or who answered it at all. */
export const ASK_AGAIN = ["nobody", "touched", "everyone"] as const;
export type AskAgain = (typeof ASK_AGAIN)[number];

const leads = { ...shared, method: "POST", needs: "queues:write" } as const;

const change = {
  projectId,
  fieldRef: identifier(1024),
  name: maybe(label(200)),
  description: maybe(label(4096)),
  fieldSchema: maybe(dict),
};

const EXAMPLE_CHANGE = {
  ...EXAMPLE_QUEUE,
  field_ref: EXAMPLE_REF,
  name: "Is the tone right?",
  field_schema: { type: "string", enum: ["friendly", "neutral", "curt", "rude"] },
};

export const previewFieldChange = endpoint({
  ...leads,
  operationId: "previewFieldChange",
  summary: "Shows the effect of a change to a field of a queue",
  description:
    "Changes nothing. `answers` counts the answers to the field in the queue, one per item and annotator; `touched_answers` counts those whose value the new version does not accept. A change to another type of value is 422, because answers cannot be converted.",
  path: "/annotation_queues/{queue_id}/fields/preview",
  input: { params: QUEUE_PATH, body: wireObject(change) },
  reply: wireObject({
    answers: count,
    touchedAnswers: count,
    /** Answers that would be asked again; of people who annotate the queue no more, none is. */
    asked: wireObject({ touched: count, everyone: count }),
    /** Those people. */
    people: wireObject({ touched: count, everyone: count }),
  }),
  statuses: [404],
  example: EXAMPLE_CHANGE,
});

export const changeQueueField = endpoint({
  ...leads,
  operationId: "changeQueueField",
  summary: "Creates a new version of a field and uses it in the queue",
  description:
    "Absent or null fields do not change. Answers keep the version that they were given for. If asked again, an item returns to exactly those annotators, with only that question open; their other answers are kept. If answers do not fit the new version, `ask_again` must say what happens to them. Other queues with the field keep their version. A change to another type of value is 422; an archived queue cannot ask again: 409.",
  path: "/annotation_queues/{queue_id}/fields/change",
  input: { params: QUEUE_PATH, body: wireObject({ ...change, askAgain: maybe(oneOf(ASK_AGAIN)) }) },
  reply: wireObject({ queue: Queue, fieldRef: text(), askedAgain: count }),
  statuses: [404, 409],
  idempotent: true,
  example: { ...EXAMPLE_CHANGE, ask_again: "touched" },
});

export const FieldVersion = wireObject({
  ref: text(),
  /** From 0, as objects count their versions. */
  version: integer({ min: 0 }),
  name: text(),
  createdBy: text(),
  createdAt: timestamp,
  /** In this queue, one for each item and annotator. */
  answers: count,
});

export const queryFieldVersions = endpoint({
  ...reviews,
  operationId: "queryFieldVersions",
  summary: "Lists the versions of a queue's fields, with the number of answers to each",
  description:
    "Fields in the queue's order. For each field: the current version, and earlier ones that have answers in the queue, newest first. Deleted versions have no number and are left out.",
  path: "/annotation_queues/{queue_id}/fields/versions",
  input: { params: QUEUE_PATH, body: PROJECT },
  reply: wireObject({
    fields: list(wireObject({ ref: text(), askedAgain: count, versions: list(FieldVersion) })),
  }),
  statuses: [404],
  example: EXAMPLE_QUEUE,
});

export type FieldChange = Pick<
  z.output<typeof changeQueueField.input.body>,
  "fieldRef" | "name" | "description" | "fieldSchema"
>;
