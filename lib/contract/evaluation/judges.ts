import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import {
  bool,
  finiteNumber,
  identifier,
  instant,
  integer,
  label,
  list,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { Estimate } from "./estimate.ts";

/** How far a stored grader, such as a judge, agrees with people. */

const shared = { group: "project", auth: ANY_CREDENTIAL } as const;
const count = integer({ min: 0 });
const GRADER_PATH = wireObject({ graderId: identifier() });
const page = { limit: withDefault(integer({ min: 1, max: 200 }), 50), offset: withDefault(count, 0) };

const EXAMPLE_GRADER = { project_id: "acme/support", grader_id: "019a5b30-6c8d-7e55-9a84-9e0f1a2b3c4d" };

export const MAX_MEASURED_CALLS = 200;

const share = finiteNumber.check(
  refuseUnless((value) => value >= 0, { type: "greater_than_equal", bound: 0 }),
  refuseUnless((value) => value <= 1, { type: "less_than_equal", bound: 1 }),
);

export const GraderTrust = wireObject({
  /** The lower end of the interval of its kappa must reach this. */
  minKappa: share,
  /** On at least so many calls. */
  minCalls: integer({ min: 2, max: MAX_MEASURED_CALLS }),
});
export type GraderTrust = z.output<typeof GraderTrust>;

/** Calls by what the grader and what people said. */
export const GraderConfusion = wireObject({
  bothYes: count,
  onlyGrader: count,
  onlyPeople: count,
  bothNo: count,
});
export type GraderConfusion = z.output<typeof GraderConfusion>;

export const GraderFigures = wireObject({
  /** Calls on which both said yes or no. */
  n: count,
  /** Calls that the grader gave no score. */
  masked: count,
  /** Calls of which people said nothing, or do not agree. */
  undecided: count,
  /** Calls that people answered with what is neither a yes nor a no here, such as a label that the grader does not know. */
  unread: withDefault(count, 0),
  /** The labels that counted as yes, where the caller named them; no others did. */
  yesValues: withDefault(list(text()), []),
  /** Calls that people answered and the grader's model was trained on; they are left out. */
  learned: withDefault(count, 0),
  /** From this score on the grader says yes. */
  threshold: finiteNumber,
  confusion: GraderConfusion,
  /** Cohen's kappa: agreement beyond chance. */
  kappa: Estimate,
  /** The share on which both say the same. */
  alike: Estimate,
  /** The share to which people say yes. */
  baseRate: Estimate,
  /** Of people's yes, the share to which the grader says yes; and of their no, no. */
  truePositiveRate: Estimate,
  trueNegativeRate: Estimate,
  /** The share on which it said the same when it was asked again with another seed. */
  selfConsistency: Estimate,
  /** The correlation of how long an answer is with the grader's saying yes where people say no; of pairs, how much longer the first is. */
  lengthBias: Estimate,
  /** Of pairs: how often the same answer wins when the two are swapped, and how often the one that stands first wins; 0.5 favours neither. */
  swapped: z.nullable(wireObject({ consistent: Estimate, favoursFirst: Estimate })),
});
export type GraderFigures = z.output<typeof GraderFigures>;

export const GraderMeasurement = wireObject({
  id: text(),
  graderId: text(),
  queueId: text(),
  /** Null for the verdicts on pairs. */
  field: z.nullable(text()),
  answeredAfter: z.nullable(timestamp),
  /** Whether the grader has not changed since. */
  isCurrent: bool,
  figures: GraderFigures,
  disagreementCount: count,
  createdBy: text(),
  createdAt: timestamp,
});
export type GraderMeasurement = z.output<typeof GraderMeasurement>;

export const measureGrader = endpoint({
  ...shared,
  operationId: "measureGrader",
  summary: "Measures how far a stored grader agrees with people, and keeps the figures",
  description:
    "Grades the newest calls of the queue that people have answered, each of them twice, and compares yes and no: the grader says yes from its threshold on (half of its range where it has none), people by their answer (`true`, a number from that threshold on, or a label that the grader gives a score). Where people choose among labels, `yes_values` names those that mean yes, and each other one means no. What people do not agree on is left out (`undecided`), and so is what is neither yes nor no (`unread`) and what a model of the grader was trained on (`learned`). " +
    "In a queue of pairs, leave out `field`: the grader must name `{{item.first}}` and `{{item.second}}`, says yes where the first is better, and is also asked with the two swapped; ties are left out. `answered_after` keeps calls that were answered later, which shows drift. Models are asked as the caller. Intervals are of 95 %.",
  method: "POST",
  path: "/graders/{grader_id}/measurements",
  needs: "evaluations:write",
  input: {
    params: GRADER_PATH,
    body: wireObject({
      projectId,
      queueId: identifier(),
      field: maybe(identifier(1024)),
      yesValues: maybe(list(label(1000), { min: 1, max: 100 })),
      answeredAfter: maybe(instant),
      limit: withDefault(integer({ min: 1, max: MAX_MEASURED_CALLS }), 100),
    }),
  },
  reply: wireObject({ measurement: GraderMeasurement }),
  statuses: [404],
  example: {
    ...EXAMPLE_GRADER,
    queue_id: "019a5b30-7d9e-7f66-8b95-0f1a2b3c4d5e",
    field: "weave:///acme/support/object/polite:v0",
    limit: 100,
  },
});

export const queryGraderMeasurements = endpoint({
  ...shared,
  operationId: "queryGraderMeasurements",
  summary: "Lists the measurements of a grader, newest first",
  method: "POST",
  path: "/graders/{grader_id}/measurements/query",
  needs: "evaluations:read",
  input: { params: GRADER_PATH, body: wireObject({ projectId, ...page }) },
  reply: wireObject({ measurements: list(GraderMeasurement), totalCount: count }),
  statuses: [404],
  example: { ...EXAMPLE_GRADER, limit: 50 },
});

export const GraderDisagreement = wireObject({
  callId: text(),
  /** The second call of a pair. */
  pairCallId: z.nullable(text()),
  score: finiteNumber,
  /** What the grader says; people say the opposite. */
  graderSaysYes: bool,
  /** The beginning of the question and of the answers; null where the call is no longer there. */
  question: z.nullable(text()),
  answer: z.nullable(text()),
  pairAnswer: z.nullable(text()),
});
export type GraderDisagreement = z.output<typeof GraderDisagreement>;

export const queryGraderDisagreements = endpoint({
  ...shared,
  operationId: "queryGraderDisagreements",
  summary: "Lists the calls on which a grader and people said the opposite when it was measured",
  description: "Those of which the grader was surest come first.",
  method: "POST",
  path: "/graders/{grader_id}/measurements/{measurement_id}/disagreements",
  needs: "answers:read",
  input: {
    params: wireObject({ graderId: identifier(), measurementId: identifier() }),
    body: wireObject({ projectId, ...page }),
  },
  reply: wireObject({ disagreements: list(GraderDisagreement), totalCount: count }),
  statuses: [404],
  example: { ...EXAMPLE_GRADER, measurement_id: "019a5b30-8eaf-7a77-9ca6-1a2b3c4d5e6f", limit: 50 },
});
