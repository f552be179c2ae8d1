import { endpoint } from "#lib/contract/endpoint.ts";
import { dict, finiteNumber, identifier, integer, list, oneOf } from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

export const ROW_ORDERS = ["loss_desc", "position"] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];

/** A row that a job learned from. */
export const TrainingRow = wireObject({
  /** Its place in the data, counted from 0. */
  position: integer({ min: 0 }),
  /** Mean loss of its trained tokens in nats, whatever its weight, before the update of that step. */
  loss: finiteNumber,
  step: integer({ min: 1 }),
  /** As it was in the data; null if they were removed after the job ended. */
  row: z.nullable(dict),
});
export type TrainingRow = z.output<typeof TrainingRow>;

export const queryTrainingRows = endpoint({
  group: "training",
  auth: ["bearer", "session"],
  projectAt: "verb",
  needs: "training:read",
  operationId: "queryTrainingRows",
  summary: "Reads the rows of a supervised job by their losses",
  description:
    "The rows of one `step`, or without it each row with its loss in the last step that it was part of. Rows with the greatest losses come first, which are often those with mistakes; `order: position` has the order of the data. 409 for other kinds of jobs.",
  method: "POST",
  path: "/v1/preview/training-jobs/{training_job_id}/rows",
  input: {
    params: wireObject({ trainingJobId: identifier() }),
    body: wireObject({
      step: maybe(integer({ min: 1, max: 2 ** 31 - 1 })),
      order: withDefault(oneOf(ROW_ORDERS), "loss_desc"),
      limit: withDefault(integer({ min: 1, max: 100 }), 20),
      offset: withDefault(integer({ min: 0, max: 10_000_000 }), 0),
    }),
  },
  reply: wireObject({ rows: list(TrainingRow), totalCount: integer({ min: 0 }) }),
  statuses: [404, 409],
  example: { training_job_id: "019a5b31-7d2e-7f30-9b4c-6d7e8f9a0b1c", order: "loss_desc", limit: 20 },
});
