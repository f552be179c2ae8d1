import { EXAMPLE_QUEUE, QUEUE_PATH } from "#lib/contract/annotation/queue-parts.internal.ts";
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
} from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, shared } from "./dataset-parts.internal.ts";
import { DatasetCounts, Rejection } from "./dataset-versions.ts";
import { Dataset } from "./datasets.ts";
import { DATASET_KINDS } from "./uses.ts";
import { RowChange } from "./version-diff.ts";

/** What the answers of a queue are good for now: the build of one of its datasets, counted before it is made. */

/** Datasets that take answers of one queue and are listed. */
export const MAX_QUEUE_DATASETS = 20;
/** Rejections of each reason, and changes, that are listed. */
export const MAX_LISTED = 50;

/** What a build would give now. */
export const BuildOutlook = wireObject({
  counts: DatasetCounts,
  /** Whether there are more items than the 2,000 that were read. */
  isSampled: bool,
  /** Of the rows to train on, how many teach each value, the most frequent first; empty where rows teach none. */
  labels: list(wireObject({ label: text(), rows: count })),
  /** Prompts whose rows teach different values, the first ones, each with its items and what they teach. */
  conflicts: list(
    wireObject({
      /** How what a person says last there begins; empty where that is no text. */
      asked: text(),
      rows: list(wireObject({ source: count, itemId: text(), label: text() })),
    }),
  ),
  /** The first of each reason. */
  rejections: list(Rejection),
  /** Against the newest version; null before the first one, and where not all items were read. */
  changes: z.nullable(
    wireObject({
      /** Number of that version. */
      against: integer({ min: 0 }),
      added: count,
      removed: count,
      changed: count,
      unchanged: count,
      /** The first ones. */
      rows: list(RowChange),
    }),
  ),
});
export type BuildOutlook = z.output<typeof BuildOutlook>;

/** What a job on such a build would do. */
export const TrainingOutlook = wireObject({
  /** Null where the project has no model yet; then a new one is meant. */
  modelId: z.nullable(text()),
  baseModel: text(),
  /** Of the rows to train on, with the template's own; each side of a comparison counts. */
  tokens: count,
  longestRowTokens: count,
  /** Rows longer than this are left out. */
  contextLength: integer({ min: 1 }),
  tooLongRows: count,
  /** Whether only a part was tokenised, and the counts follow from it. */
  isEstimated: bool,
  steps: count,
  /** From the speed of earlier jobs of this base model here; null where there was none. */
  seconds: z.nullable(wireObject({ estimate: finiteNumber, low: finiteNumber, high: finiteNumber })),
  /** Why a job of these rows would fail, in a sentence; null where nothing is wrong with them. */
  problem: z.nullable(text()),
});
export type TrainingOutlook = z.output<typeof TrainingOutlook>;

export const QueueReadiness = wireObject({
  dataset: Dataset,
  /** How far people agree in what was read of the queue; null where nothing of it is compared, or nothing can be built. */
  agreement: z.nullable(
    wireObject({
      ref: text(),
      /** Items with at least two answers. */
      items: count,
      /** Krippendorff's alpha with a 95 % interval by bootstrap over items. */
      value: z.nullable(finiteNumber),
      low: z.nullable(finiteNumber),
      high: z.nullable(finiteNumber),
    }),
  ),
  /** Null where nothing can be built. */
  build: z.nullable(BuildOutlook),
  /** Why nothing can be built, as a build would say it; null where one can. */
  problem: z.nullable(wireObject({ code: z.nullable(text()), text: text() })),
  /** Null where nothing can be built, and for what is not trained on by itself: prompts, and what models are measured by. */
  training: z.nullable(TrainingOutlook),
});
export type QueueReadiness = z.output<typeof QueueReadiness>;

export const getQueueReadiness = endpoint({
  ...shared,
  method: "POST",
  needs: "datasets:read",
  operationId: "getQueueReadiness",
  summary: "Shows what the answers of a queue are ready for",
  description: `Stores nothing. \`datasets\` are those that take answers of the queue and are not archived, at most ${MAX_QUEUE_DATASETS} by name. The readiness is that of \`dataset_id\`, or else of the one whose recipe changed last; with \`field_ref\`, only datasets that take the answers to that field count. It is computed as a build computes it, of at most 2,000 items (\`is_sampled\`); what keeps a build from being made is its \`problem\`. \`model_id\` says what is to be trained; without it that is the model that last learned from the dataset, or else the newest one of the project.`,
  path: "/annotation_queues/{queue_id}/readiness",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      datasetId: maybe(identifier()),
      fieldRef: maybe(identifier(1024)),
      modelId: maybe(identifier()),
    }),
  },
  reply: wireObject({
    datasets: list(wireObject({ id: text(), name: text(), kind: oneOf(DATASET_KINDS) })),
    /** Null where no dataset takes answers of the queue. */
    readiness: z.nullable(QueueReadiness),
  }),
  statuses: [404],
  example: EXAMPLE_QUEUE,
});
