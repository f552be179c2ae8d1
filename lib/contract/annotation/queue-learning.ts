import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, finiteNumber, list, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_QUEUE, PROJECT, QUEUE_PATH, reviews } from "./queue-parts.internal.ts";

/** What a model learns from the answers of a queue, and how that weighs on those who answer. */

const number = z.nullable(finiteNumber);
/** Answers, how many of them say what is suggested, and the 95 % interval of that share; null of none. */
const agreeing = wireObject({ answers: count, agreed: count, low: number, high: number });

export const FieldLearning = wireObject({
  ref: text(),
  name: text(),
  /** Items whose answers the model learned from, those of the random fifth among them. */
  answers: count,
  /** The answered items of the random fifth, by which the model is measured; of how many it is sure of one value, and for how many that is right. */
  measured: wireObject({ items: count, single: count, right: count }),
  /** Whether its suggestions are good enough to be shown. */
  isTrusted: bool,
  /** Answers to items with a suggestion that people gave at the desk, and how many say the same; with the suggestion in sight and without. Answers of programs are neither. */
  shown: agreeing,
  hidden: agreeing,
  /** The share that agrees in sight minus that without, with a 95 % interval. */
  difference: wireObject({ value: number, low: number, high: number }),
  /** The difference is above 5 points, and by more than chance: people follow suggestions that they would not have thought of. */
  isAnchoring: bool,
});
export type FieldLearning = z.output<typeof FieldLearning>;

export const getQueueLearning = endpoint({
  ...reviews,
  operationId: "getQueueLearning",
  summary: "Shows how good the model of a queue's answers is, and whether its suggestions sway annotators",
  description:
    "Only of queues in informative order, or that show suggestions; others have no fields here. The model is as of its last fit, some seconds after the latest answers. On a fifth of the items, suggestions are made and not shown; agreement with them is what people would have said.",
  path: "/annotation_queues/{queue_id}/learning",
  input: { params: QUEUE_PATH, body: PROJECT },
  reply: wireObject({
    /** The items that were answered last, and how many of those belong to the fifth that is asked at random and that models are measured by. */
    asked: wireObject({ items: count, random: count }),
    fields: list(FieldLearning),
  }),
  statuses: [404],
  example: EXAMPLE_QUEUE,
});

export const FieldCurve = wireObject({
  ref: text(),
  name: text(),
  /** How often a simple model that learned from so many answers says what people say of other items, from 0 to 1: over so many items, each held out once, with a 95 % interval. */
  points: list(
    wireObject({ answers: count, accuracy: finiteNumber, items: count, low: number, high: number }),
  ),
  /** What `more` answers promise by the power law of the points; null where they do not follow one. */
  expected: z.nullable(wireObject({ more: count, now: finiteNumber, later: finiteNumber })),
});
export type FieldCurve = z.output<typeof FieldCurve>;

export const getLearningCurve = endpoint({
  ...reviews,
  operationId: "getLearningCurve",
  summary: "Shows what more answers in a queue promise",
  description:
    "A simple model of hashed words learns each closed field from a quarter, a half, three quarters and all of the newest answers, and is measured on answers that it has not seen. Fields with fewer than 40 answered items, and numbers of very many values, are left out. Each point says how many items it was measured on, with Wilson’s interval. `expected` is given if a power law explains at least 80 % of the differences between the points.",
  path: "/annotation_queues/{queue_id}/learning_curve",
  input: { params: QUEUE_PATH, body: PROJECT },
  reply: wireObject({ fields: list(FieldCurve) }),
  statuses: [404],
  example: EXAMPLE_QUEUE,
});
