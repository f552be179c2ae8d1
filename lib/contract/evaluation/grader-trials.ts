import { ANY_CREDENTIAL, endpoint, MIB } from "#lib/contract/endpoint.ts";
import {
  anyJson,
  bool,
  dict,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  text,
} from "#lib/contract/fields.ts";
import { Query } from "#lib/contract/query.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { Estimate } from "./estimate.ts";
import { Grader } from "./grader.ts";
import { EXAMPLE_DEFINITION } from "./graders.ts";
import { MASK_REASONS, type MaskReason } from "./mask-reasons.ts";

/** Trying a grader out: on one text, and on stored calls. Nothing is stored. */

const shared = { group: "project", auth: ANY_CREDENTIAL } as const;
const count = integer({ min: 0 });
export const MASK_REASON_NAMES = Object.keys(MASK_REASONS) as MaskReason[];

const EXAMPLE_PROJECT = { project_id: "acme/support" };

export const MaskedSample = wireObject({
  reason: oneOf(MASK_REASON_NAMES),
  /** What happened, as a sentence. */
  detail: text(),
});
export type MaskedSample = z.output<typeof MaskedSample>;

const GRADE = {
  /** Null where the grader gave none; it is never 0 because something failed. */
  score: z.nullable(finiteNumber),
  /** Whether the score is a pass; null where the grader has no threshold. */
  passed: z.nullable(bool),
  masked: z.nullable(MaskedSample),
};

export const GraderPart = wireObject({
  name: text(),
  score: z.nullable(finiteNumber),
  masked: z.nullable(MaskedSample),
});
export type GraderPart = z.output<typeof GraderPart>;

export const GradedSample = wireObject({
  ...GRADE,
  /** Of `multi`: what each of its graders gave. */
  parts: list(GraderPart),
});
export type GradedSample = z.output<typeof GradedSample>;

export const runGrader = endpoint({
  ...shared,
  operationId: "runGrader",
  summary: "Grades one given answer",
  description:
    "A grader that cannot give a score masks the sample: `score` is null and `masked` says why. Models are asked as the caller, who must be allowed to use them.",
  method: "POST",
  path: "/graders/run",
  needs: "evaluations:write",
  input: {
    body: wireObject({
      projectId,
      grader: Grader,
      modelSample: text({ max: 1_000_000 }),
      /** Tool calls of the answer, in the form of chat completions. */
      modelSampleTools: withDefault(list(anyJson, { max: 1000 }), []),
      item: withDefault(dict, {}),
    }),
  },
  reply: GradedSample,
  maxBodyBytes: 4 * MIB,
  example: {
    ...EXAMPLE_PROJECT,
    grader: EXAMPLE_DEFINITION,
    model_sample: "We open at nine.",
    item: { reference: "We open at nine o'clock." },
  },
});

export const ScoreBin = wireObject({ low: finiteNumber, high: finiteNumber, count });
export type ScoreBin = z.output<typeof ScoreBin>;

export const GradedCall = wireObject({
  callId: text(),
  ...GRADE,
  /** The beginning of the question and of the answer. */
  question: text(),
  answer: text(),
  /** What people's answer is worth; null where there is none. */
  human: z.nullable(finiteNumber),
});
export type GradedCall = z.output<typeof GradedCall>;

const MaskedCount = wireObject({ reason: oneOf(MASK_REASON_NAMES), count, detail: text(), callId: text() });

const Agreement = wireObject({
  /** Calls with a score and an answer of people. */
  n: count,
  /** Calls that people answered with what is worth no score, such as a label that does not mean yes or no. */
  unread: count,
  /** The share of them where the grader passes just those that people said yes to; empty where people's answers are neither yes nor no. */
  alike: Estimate,
  /** How far the score is from what people's answer is worth, on average. */
  distance: Estimate,
  /** The share of yes among people's answers; empty where they are neither yes nor no. */
  baseRate: Estimate,
});
export type Agreement = z.output<typeof Agreement>;

const HumanAnswers = wireObject({
  queueId: identifier(),
  /** Reference of the queue's field, in any of its versions. */
  field: identifier(1024),
  /** Of labels, those that count as yes; the others count as no. */
  yesValues: maybe(list(label(1000), { min: 1, max: 100 })),
});

export const MAX_TRIAL_CALLS = 200;

export const dryRunGrader = endpoint({
  ...shared,
  operationId: "dryRunGrader",
  summary: "Grades stored calls with a grader, and stores nothing",
  description:
    "The newest calls that have ended and match `query`, or those that `call_ids` names. The item of a call is `{inputs, question, messages, reference?}`: " +
    "`question` is the last message before the answer, and `reference` what people answered in `human`, where it is sent. With `human`, only calls of that queue are taken, and the scores are " +
    "compared with people's answers (numbers count as they are, yes is 1 and no is 0; labels are yes or no by `yes_values`, or as the grader has them). Models are asked as the caller, who must be allowed to use them; `spindle.http` needs the permission `evaluations:write`.",
  method: "POST",
  path: "/graders/dry_run",
  needs: "evaluations:read",
  input: {
    body: wireObject({
      projectId,
      grader: Grader,
      callIds: maybe(list(identifier(), { min: 1, max: MAX_TRIAL_CALLS })),
      query: maybe(Query),
      human: maybe(HumanAnswers),
      limit: withDefault(integer({ min: 1, max: MAX_TRIAL_CALLS }), 50),
    }),
  },
  reply: wireObject({
    gradedCount: count,
    maskedCount: count,
    mean: Estimate,
    passed: Estimate,
    histogram: list(ScoreBin),
    /** The lowest scores, lowest first. */
    worst: list(GradedCall),
    masked: list(MaskedCount),
    agreement: z.nullable(Agreement),
    /** Where the score is farthest from what people said, farthest first. */
    disputed: list(GradedCall),
  }),
  statuses: [404],
  example: { ...EXAMPLE_PROJECT, grader: EXAMPLE_DEFINITION, limit: 50 },
});

export const getGraderSecret = endpoint({
  ...shared,
  operationId: "getGraderSecret",
  summary: "Reads the secret with which the project's graders sign their requests",
  description:
    "Requests of `spindle.http` graders are signed as Standard Webhooks; this is the secret to verify them with. It is the same for all graders of a project. Of the scopes of API keys, manage alone shows it, as with webhooks.",
  method: "GET",
  path: "/graders/signing_secret",
  needs: "evaluations:secret",
  input: { query: wireObject({ projectId }) },
  reply: wireObject({ signingSecret: text() }),
  example: EXAMPLE_PROJECT,
});
