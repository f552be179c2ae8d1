import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { identifier, integer, projectId, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

const count = integer({ min: 0 });

/** What a checkpoint says to an item. */
export const ItemReply = wireObject({
  step: count,
  /** Null where the model cannot read the item, such as one that is too long for it. */
  text: z.nullable(text()),
});
export type ItemReply = z.output<typeof ItemReply>;

/** An item as a model that learned from its queue answers it, before and after. */
export const BeforeAfter = wireObject({
  modelId: text(),
  modelName: text(),
  jobId: text(),
  datasetId: text(),
  /** The version of the dataset that the job learned, and how many rows of it: those to train on, without what is held out. */
  datasetVersion: count,
  rows: count,
  /** What the caller said, in the words in which the model learns it; null where they left the question out. */
  own: z.nullable(text()),
  /** The checkpoint that the job started from; null where it is no longer there. */
  before: z.nullable(ItemReply),
  /** The newest checkpoint of the job. */
  after: ItemReply,
});
export type BeforeAfter = z.output<typeof BeforeAfter>;

export const compareItem = endpoint({
  group: "project",
  auth: ANY_CREDENTIAL,
  operationId: "compareItem",
  summary: "Shows what a model says to an answered item before and after it learned from the queue",
  description:
    "Of the newest completed supervised job that trained on labels of this queue: the checkpoint that it started from and the newest that it made answer the prompt that a row of the dataset would have, at temperature 0. Only for an item that the caller has completed, so that nothing guides the answer: 409 with the code `not_answered` before. `comparison` is null where nothing was trained on the queue, and where the item gives no prompt. A reply is asked for once and then kept.",
  method: "POST",
  path: "/annotation_queues/{queue_id}/items/{item_id}/before_after",
  needs: "queues:annotate",
  input: {
    params: wireObject({ queueId: identifier(), itemId: identifier() }),
    body: wireObject({ projectId }),
  },
  reply: wireObject({ comparison: z.nullable(BeforeAfter) }),
  statuses: [404, 409],
  example: {
    project_id: "acme/support",
    queue_id: "019a5b2e-8c14-7d3a-9f60-1b2c3d4e5f60",
    item_id: "019a5b2f-11aa-7b52-8e44-6a7b8c9d0e1f",
  },
});
