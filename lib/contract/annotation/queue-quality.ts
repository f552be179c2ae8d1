import { endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  finiteNumber,
  identifier,
  integer,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_QUEUE, EXAMPLE_REF, PROJECT, QUEUE_PATH, reviews } from "./queue-parts.internal.ts";

/** How good the answers of a queue are, and how fast they come. */

const number = z.nullable(finiteNumber);

/** How values of a field are compared: alike or not, by rank, or by distance. */
export const MEASURES = ["nominal", "ordinal", "interval"] as const;
export type Measure = (typeof MEASURES)[number];

const estimate = { value: number, low: number, high: number };

export const FieldAgreement = wireObject({
  ref: text(),
  name: text(),
  measure: oneOf(MEASURES),
  /** Numbers of the versions of the field that the queue asks or has answers to, the present one first. */
  versions: list(integer({ min: 0 })),
  /** Items with at least two answers, and the pairs of answers in them. */
  items: count,
  pairs: count,
  /** Share of pairs of answers that are the same. */
  percent: number,
  /** Mean over the pairs of raters, weighted by their common items. With quadratic weights unless the measure is nominal. */
  cohenKappa: number,
  /** Over the items with the number of answers that most have; null where none has two. */
  fleissKappa: number,
  /** With a 95 % interval by bootstrap over items. */
  alpha: wireObject(estimate),
});
export type FieldAgreement = z.output<typeof FieldAgreement>;

export const Rater = wireObject({
  /** A user's id, or the reference of a model judge. */
  id: text(),
  name: text(),
  isJudge: bool,
});
export type Rater = z.output<typeof Rater>;

export const getQueueQuality = endpoint({
  ...reviews,
  operationId: "getQueueQuality",
  summary: "Shows the work and the agreement of annotators",
  description:
    "Agreement on each closed field, over current answers. With `include_judges`, model judges count as raters. A cell of the matrix compares two raters on the requested field, or on the first one.",
  path: "/annotation_queues/{queue_id}/quality",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      fieldRef: maybe(identifier(1024)),
      includeJudges: withDefault(bool, true),
    }),
  },
  reply: wireObject({
    people: list(
      wireObject({
        annotatorUserId: text(),
        name: text(),
        completed: count,
        skipped: count,
        inProgress: count,
        flagged: count,
        medianMs: number,
        p90Ms: number,
        /** Share of answers that are those of more than half of the other people, over the `items` answers where there is such a majority. */
        consensus: wireObject({ ...estimate, items: count }),
        /** Share of answers that are the gold ones, of the `items` answers for which there is one. */
        gold: wireObject({ value: number, items: count }),
        lastActive: z.nullable(timestamp),
      }),
    ),
    fields: list(FieldAgreement),
    raters: list(Rater),
    matrix: list(
      wireObject({
        first: text(),
        second: text(),
        items: count,
        percent: number,
        /** As `cohenKappa` of the field. */
        kappa: number,
        /** How often the first said one thing and the second another, by their values as JSON. */
        confusion: list(wireObject({ first: text(), second: text(), count })),
      }),
    ),
  }),
  statuses: [404],
  example: { ...EXAMPLE_QUEUE, field_ref: EXAMPLE_REF },
});

export const listDisagreements = endpoint({
  ...reviews,
  operationId: "listDisagreements",
  summary: "Lists the items whose annotators disagree, largest disagreement first",
  path: "/annotation_queues/{queue_id}/disagreements",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      fieldRef: maybe(identifier(1024)),
      /** Only where these two differ. */
      raters: maybe(list(identifier(1024), { min: 2, max: 2 })),
      /** Leave out what was decided already. */
      undecidedOnly: withDefault(bool, false),
      includeJudges: withDefault(bool, true),
      ...OFFSET_QUERY,
    }),
  },
  reply: wireObject({
    items: list(
      wireObject({
        itemId: text(),
        callId: text(),
        positionInQueue: count,
        /** From 0 for one mind to 1 for none alike, over the fields asked for. */
        disagreement: finiteNumber,
        answers: count,
        isDecided: bool,
      }),
    ),
    totalCount: count,
  }),
  statuses: [404],
  example: { ...EXAMPLE_QUEUE, field_ref: EXAMPLE_REF, limit: 20 },
});

export const getQueueBurnUp = endpoint({
  ...reviews,
  operationId: "getQueueBurnUp",
  summary: "Shows the progress of a queue over time, and an estimate of its end",
  description:
    "Counts the answers given and wanted. If every annotator should answer an item, it counts items instead: done, as in the summary of the queue, and all.",
  path: "/annotation_queues/{queue_id}/burn_up",
  input: { params: QUEUE_PATH, body: PROJECT },
  reply: wireObject({
    /** What the numbers count. */
    unit: oneOf(["answer", "item"]),
    /** Length of a bucket in seconds. */
    bucketSeconds: count,
    /** When the queue began, and when the first answer that counts came; before them there is nothing to show. */
    begunAt: timestamp,
    firstAnswerAt: z.nullable(timestamp),
    /** Given and wanted by the end of each bucket, oldest first. */
    points: list(wireObject({ at: timestamp, given: count, wanted: count })),
    /** When all will be done at the slower, the mean and the faster rate of the last active buckets; pauses counted as they were; null before three buckets have answers, where that cannot be said, or the queue is archived. */
    forecast: wireObject({
      early: z.nullable(timestamp),
      middle: z.nullable(timestamp),
      late: z.nullable(timestamp),
      answersPerHour: number,
    }),
  }),
  statuses: [404],
  example: EXAMPLE_QUEUE,
});
