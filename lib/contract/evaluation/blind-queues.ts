import { endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  projectId,
  text,
} from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { Estimate } from "./estimate.ts";
import {
  count,
  EVALUATION_PATH,
  EXAMPLE_EVALUATION,
  EXAMPLE_OTHER_RUN,
  EXAMPLE_RUN,
  shared,
} from "./evaluation-parts.internal.ts";

/** People compare the answers of two runs without knowing whose they are. */

export const MAX_BLIND_ITEMS = 500;
export const MAX_BLIND_ANNOTATORS = 10;

export const BlindQueue = wireObject({
  queueId: text(),
  queueName: text(),
  runA: text(),
  runB: text(),
  /** Pairs that people are asked about, and those that want no more answers. */
  items: count,
  judged: count,
  /** Rows that both answered when it was made: those whose answers differ, from which the pairs were drawn, and those with equal answers, of which nobody is asked. */
  differing: count,
  same: count,
  /** Whether every pair has its answers, or the queue was archived or deleted; before that, no vote counts. */
  isDone: bool,
});
export type BlindQueue = z.output<typeof BlindQueue>;

export const BlindRate = wireObject({
  runId: text(),
  /** Votes for it, ties (also where both were bad), and votes for another. */
  wins: finiteNumber,
  ties: finiteNumber,
  losses: finiteNumber,
  /** The share of judged pairs that it won, with half the ties: of rows whose answers differ alone. By Wilson, or by bootstrap where rows belong together. */
  winRate: Estimate,
  /** The same share of all rows that both answered, where equal answers are ties and those that were judged stand for all that differ; null where no answers were equal. */
  overall: z.nullable(finiteNumber),
  /** Of three and more: its strength by Bradley and Terry with ties, where 0 is the middle of all; null of two. */
  strength: z.nullable(Estimate),
});
export type BlindRate = z.output<typeof BlindRate>;

export const createBlindQueue = endpoint({
  ...shared,
  operationId: "createBlindQueue",
  summary: "Makes a queue in which people compare the answers of two runs blindly",
  description:
    "`items` rows are drawn at random from those to which both runs gave different answers; where answers are equal, people have nothing to say. Annotators see copies of the two answers with the question: no model, run, thread, time or number of tokens, and the sides are shuffled. Once each pair has the answers of `annotators_per_item` people, the votes stand in the comparison of the runs: the win rate is that of answers that differ, and `overall` counts the equal ones as ties. With `preview`, nothing is made, and the reply counts `differing` and `same` rows. Runs without a row that both answered are 409 with the code `nothing_to_compare`, and so are answers that are all equal.",
  method: "POST",
  path: "/evaluations/{evaluation_id}/blind_queue",
  needs: "evaluations:write",
  input: {
    params: EVALUATION_PATH,
    body: wireObject({
      projectId,
      runA: identifier(),
      runB: identifier(),
      items: withDefault(integer({ min: 1, max: MAX_BLIND_ITEMS }), 50),
      annotatorsPerItem: withDefault(integer({ min: 1, max: MAX_BLIND_ANNOTATORS }), 1),
      name: maybe(label(128)),
      preview: withDefault(bool, false),
    }),
  },
  reply: wireObject({
    /** Null in a preview. */
    blindQueue: z.nullable(BlindQueue),
    differing: count,
    same: count,
  }),
  statuses: [404, 409],
  idempotent: true,
  example: { ...EXAMPLE_EVALUATION, run_a: EXAMPLE_RUN.run_id, run_b: EXAMPLE_OTHER_RUN, items: 50 },
});

export const BlindComparison = wireObject({
  queues: list(BlindQueue),
  /** Of runs whose votes are in, in the order of `subjects`. */
  rates: list(BlindRate),
});
export type BlindComparison = z.output<typeof BlindComparison>;
