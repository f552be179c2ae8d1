import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, identifier, integer, list, oneOf, projectId, text } from "#lib/contract/fields.ts";
import { wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_PROJECT, shared } from "./dataset-parts.internal.ts";

/** What stands in a lineage, from people to what is measured of models. */
export const LINEAGE_KINDS = [
  "annotator",
  "item",
  "answer",
  "decision",
  "row",
  "version",
  "rl_round",
  "job",
  "checkpoint",
  "alias",
  "run",
] as const;
export type LineageKind = (typeof LINEAGE_KINDS)[number];

export const LINEAGE_DIRECTIONS = ["up", "down"] as const;
export type LineageDirection = (typeof LINEAGE_DIRECTIONS)[number];

/** Far beyond any line of jobs that start from each other's checkpoints. */
const MAX_DEPTH = 1000;

export const TracedNode = wireObject({
  kind: oneOf(LINEAGE_KINDS),
  /** Of a decision, its item's; of a row, `<version id>/<position>`; of a round of a reinforcement run, `<run id>/<round>`; of an alias, `<model id>/<name>`. */
  id: text(),
  /** Of a person, a dataset, a reinforcement run (of a round), a job, a model (of a checkpoint), an alias or an evaluation (of a run); empty where there is none. */
  name: text(),
  /** The queue of an item, an answer or a decision; the dataset of a version; the version of a row; the run of a round; the model of a job, a checkpoint or an alias; the evaluation of a run. */
  ofId: z.nullable(text()),
  /** Position of a row, number of a version or a round, step of a checkpoint, an alias or the checkpoint that a run measured. */
  number: z.nullable(count),
  /** Of a job or run. */
  state: z.nullable(text()),
  /** Of a person above the start: how many of their answers and decisions it was built from. Null elsewhere. */
  answers: z.nullable(count),
  /** What it names is no longer there. */
  isDeleted: bool,
  /** Steps from the start. */
  depth: count,
});
export type TracedNode = z.output<typeof TracedNode>;

/** From a cause to what was made of it. */
export const TracedEdge = wireObject({
  fromKind: oneOf(LINEAGE_KINDS),
  fromId: text(),
  toKind: oneOf(LINEAGE_KINDS),
  toId: text(),
  /** From a person straight to a version or a round: how many of their answers and decisions it was made of. Null elsewhere. */
  answers: z.nullable(count),
});
export type TracedEdge = z.output<typeof TracedEdge>;

export const traceLineage = endpoint({
  ...shared,
  method: "POST",
  needs: "datasets:read",
  operationId: "traceLineage",
  summary: "Traces what something was made from, or what was made of it",
  description:
    "A step leads from a person or an item to an answer or decision, from there to a row of a dataset's version, to the version, to a job that trained on it; or to a round of a reinforcement run whose replies it rewarded, to the round's job; from there to the job's checkpoint, and to aliases on it and evaluation runs that measured it; from a checkpoint also to jobs that started from it, and from a version to those that take rows of it and to runs that measured by it. Followed are the rows and rewards themselves: what trains only on the other rows of a version does not come of an answer, and neither does the job of a round in which all replies to the same prompt were worth the same. `counts` are of all that was reached; of each kind at most 100 nodes are listed, the nearest first, and items only for listed answers. What was answered and never became a row or a reward is not found.",
  path: "/lineage",
  input: {
    body: wireObject({
      projectId,
      start: wireObject({ kind: oneOf(LINEAGE_KINDS), id: identifier() }),
      direction: oneOf(LINEAGE_DIRECTIONS),
      depth: withDefault(integer({ min: 1, max: MAX_DEPTH }), MAX_DEPTH),
    }),
  },
  reply: wireObject({
    /** The start first. */
    nodes: list(TracedNode),
    edges: list(TracedEdge),
    counts: wireObject({
      annotators: count,
      /** Answers, votes and decisions. */
      answers: count,
      /** Of versions that have what people said. */
      rows: count,
      /** Replies of reinforcement runs that answers rewarded. */
      rewards: count,
      versions: count,
      /** Of reinforcement runs. */
      rlRounds: count,
      jobs: count,
      checkpoints: count,
      aliases: count,
      runs: count,
    }),
    /** Whether anything that was counted is not listed. */
    isCut: bool,
  }),
  statuses: [404],
  example: {
    ...EXAMPLE_PROJECT,
    start: { kind: "annotator", id: "019a5b2e-1111-7d3a-9f60-1b2c3d4e5f60" },
    direction: "down",
  },
});
