import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, dict, finiteNumber, identifier, integer, list, oneOf, text } from "#lib/contract/fields.ts";
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

/** A token of a row, as a model reads it. */
export const ScoredRowToken = wireObject({
  /** Where a character has several tokens, its text stands at the last one. */
  text: text(),
  /** Whether the job learns it. */
  isTrained: bool,
  /** How little the model expects it, in nats: −ln p; null of the first. */
  loss: z.nullable(finiteNumber),
});

export const scoreTrainingRow = endpoint({
  group: "training",
  auth: ["bearer", "session"],
  projectAt: "verb",
  needs: "chat:create",
  operationId: "scoreTrainingRow",
  summary: "Scores the tokens of a row of a supervised job",
  description:
    "The tokens of one row of the data, and how much loss each has under the newest checkpoint of the job's model: what is wrong in a row of great loss stands out. At most the first 1,024 tokens. 404 where the row is not there any more, 409 for other kinds of jobs and for rows that cannot be read.",
  method: "POST",
  path: "/v1/preview/training-jobs/{training_job_id}/rows/{position}/score",
  input: {
    params: wireObject({ trainingJobId: identifier(), position: integer({ min: 0, max: 10_000_000 }) }),
  },
  reply: wireObject({
    /** Of the checkpoint that was asked; 0 is the model before any job. */
    step: integer({ min: 0 }),
    /** Mean of the tokens that are learned, among those given; null where none is. */
    loss: z.nullable(finiteNumber),
    tokens: list(ScoredRowToken),
    tokenCount: integer({ min: 0 }),
    /** Whether the row has more tokens than these. */
    isCut: bool,
  }),
  statuses: [404, 409],
  example: { training_job_id: "019a5b31-7d2e-7f30-9b4c-6d7e8f9a0b1c", position: 3 },
});
