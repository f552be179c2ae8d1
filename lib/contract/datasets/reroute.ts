import { EXAMPLE_QUEUE, QUEUE_PATH } from "#lib/contract/annotation/queue-parts.internal.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, identifier, label, list, projectId, text } from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, shared } from "./dataset-parts.internal.ts";
import { Retraction, RetractionImpact } from "./retractions.ts";

export const rerouteAnnotator = endpoint({
  ...shared,
  method: "POST",
  needs: "queues:write",
  operationId: "rerouteAnnotator",
  summary: "Gives an annotator's items of a queue to others",
  description:
    "All of it or nothing: the annotator gets no more items of the queue, what they hold is released, items that still want answers without theirs are open again, and no later build takes their answers to the queue's items. The last needs `datasets:write`; leave it out with `retract: false`. A queue that everybody annotates names all who may, but not them, from then on. 409 where nobody else is named. To undo, lift the retraction and give the queue its `annotator_ids_before`; items that were opened stay open. With `cancel_jobs`, jobs that still learn from what is retracted are cancelled, in every project where the caller may; they stay so.",
  path: "/annotation_queues/{queue_id}/reroute",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      annotatorUserId: identifier(),
      retract: withDefault(bool, true),
      /** Stands with the retraction. */
      reason: withDefault(label(2000), ""),
      /** Answers the same, and changes nothing. */
      preview: withDefault(bool, false),
      /** Whether jobs that still learn from the answers are cancelled with the retraction; of a preview, and without a retraction, none are. */
      cancelJobs: maybe(bool),
    }),
  },
  reply: wireObject({
    /** Whether anything changed, or would; false for a repeat. */
    isChanged: bool,
    openedCount: count,
    /** Items that a lead has decided; they stay as they are. */
    keptDecidedCount: count,
    /** Items that others have settled: by as many answers as they want, or by dropping them. */
    keptAnsweredCount: count,
    /** Reservations that end. */
    releasedCount: count,
    /** Whom the queue names from then on, and whom before; empty for everyone who may annotate. */
    annotatorIds: list(text()),
    annotatorIdsBefore: list(text()),
    /** The new retraction; null in a preview, and where all their answers were retracted already. */
    retraction: z.nullable(Retraction),
    /** What learned from their answers to this queue; null where they have begun no item. */
    impact: z.nullable(RetractionImpact),
    /** How many jobs were cancelled, and how many still learn from their answers to this queue, of every project. */
    cancelledJobCount: count,
    goingJobCount: count,
  }),
  statuses: [404, 409],
  idempotent: true,
  example: {
    ...EXAMPLE_QUEUE,
    annotator_user_id: "019a5b2e-1111-7d3a-9f60-1b2c3d4e5f60",
    reason: "Answered without reading",
    preview: true,
  },
});
