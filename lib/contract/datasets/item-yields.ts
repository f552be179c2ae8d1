import { ANY_CREDENTIAL, BATCH_BODY_BYTES, endpoint } from "#lib/contract/endpoint.ts";
import { bool, dict, identifier, list, oneOf, projectId, text } from "#lib/contract/fields.ts";
import { FeedbackItem } from "#lib/contract/traces/feedback.ts";
import { wireObject, withDefault } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";
import { REASONS } from "./rejections.ts";
import { DATASET_KINDS } from "./uses.ts";

export const MAX_YIELDS = 20;

/** What an answer to an item gives one dataset that takes rows from the queue. */
export const ItemYield = wireObject({
  datasetId: text(),
  name: text(),
  kind: oneOf(DATASET_KINDS),
  /** As they would be built, but for the split, which all items decide together. */
  rows: list(dict),
  rejections: list(wireObject({ reason: oneOf(REASONS), meaning: text(), detail: text() })),
  /** Whether the build also goes by what others answer or decide, and so may give another row or none. */
  isShared: bool,
});
export type ItemYield = z.output<typeof ItemYield>;

export const queryItemYields = endpoint({
  group: "project",
  auth: ANY_CREDENTIAL,
  operationId: "queryItemYields",
  summary: "Shows which training rows an answer to an item would give",
  description:
    "Stores nothing. `feedback` and `is_flagged` are those of an answer that has not been sent; the reply has each dataset of the project, at most 20 by name, that is not archived and takes rows from the queue. Goes by this answer alone: what others said of the item and what was decided are neither used nor shown, so that they cannot guide the answer. `is_shared` says where a build also asks them.",
  method: "POST",
  path: "/annotation_queues/{queue_id}/items/{item_id}/yields",
  needs: "queues:annotate",
  input: {
    params: wireObject({ queueId: identifier(), itemId: identifier() }),
    body: wireObject({
      projectId,
      feedback: withDefault(list(FeedbackItem, { max: 1000 }), []),
      isFlagged: withDefault(bool, false),
    }),
  },
  reply: wireObject({ yields: list(ItemYield) }),
  statuses: [404],
  maxBodyBytes: BATCH_BODY_BYTES,
  example: {
    project_id: "acme/support",
    queue_id: "019a5b2e-8c14-7d3a-9f60-1b2c3d4e5f60",
    item_id: "019a5b2f-11aa-7b52-8e44-6a7b8c9d0e1f",
    feedback: [
      {
        project_id: "acme/support",
        weave_ref: "weave:///acme/support/call/0199d5a2-1f40-7c21-b0d4-7a3f7d6f2b11",
        feedback_type: "spindle.correction.1",
        payload: { path: "output.content", text: "Your parcel arrives tomorrow." },
      },
    ],
  },
});
