import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { GRADER_TYPES, Grader } from "./grader.ts";
import { GraderMeasurement, GraderTrust } from "./judges.ts";

/** Graders that a project keeps, by name. */

const shared = { group: "project", auth: ANY_CREDENTIAL } as const;
const GRADER_PATH = wireObject({ graderId: identifier() });
const PROJECT = wireObject({ projectId });
const count = integer({ min: 0 });
const name = identifier(128);
const description = label(10_000);

const EXAMPLE_PROJECT = { project_id: "acme/support" };
const EXAMPLE_GRADER = { ...EXAMPLE_PROJECT, grader_id: "019a5b30-6c8d-7e55-9a84-9e0f1a2b3c4d" };
export const EXAMPLE_DEFINITION = {
  type: "text_similarity",
  input: "{{sample.output_text}}",
  reference: "{{item.reference}}",
  evaluation_metric: "rouge_l",
  pass_threshold: 0.5,
};

export const StoredGrader = wireObject({
  id: text(),
  projectId: text(),
  name: text(),
  description: text(),
  grader: Grader,
  isArchived: bool,
  /** From which agreement with people on it is trusted. */
  trust: GraderTrust,
  /** Whether the newest measurement is of the grader as it stands, and above that. */
  isTrusted: bool,
  /** How far it agreed with people when that was measured last; null where it never was. */
  measurement: z.nullable(GraderMeasurement),
  createdBy: text(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type StoredGrader = z.output<typeof StoredGrader>;

export const createGrader = endpoint({
  ...shared,
  operationId: "createGrader",
  summary: "Creates a grader: what says how good an answer is",
  description:
    "`string_check`, `text_similarity`, `label_model`, `score_model` and `multi` have the shapes of OpenAI's graders; types that begin with `spindle.` are Spindle's own. " +
    "Templates name `{{item.…}}` and `{{sample.output_text}}`, `sample.output_json`, `sample.output_tools`, and `sample.answer`, which is the text with each tool call in a line of its own. A name that another grader of the project has is 409 with the code `name_taken`.",
  method: "POST",
  path: "/graders",
  needs: "evaluations:write",
  input: {
    body: wireObject({
      projectId,
      name,
      description: withDefault(description, ""),
      grader: Grader,
      trust: maybe(GraderTrust),
    }),
  },
  reply: wireObject({ grader: StoredGrader }),
  statuses: [409],
  idempotent: true,
  example: { ...EXAMPLE_PROJECT, name: "near the reference", grader: EXAMPLE_DEFINITION },
});

export const queryGraders = endpoint({
  ...shared,
  operationId: "queryGraders",
  summary: "Lists the graders of a project, the one that changed last first",
  description:
    "`name` keeps graders whose name contains it, ignoring case; `type` those of one type; `is_archived` keeps archived graders, or the others.",
  method: "POST",
  path: "/graders/query",
  needs: "evaluations:read",
  input: {
    body: wireObject({
      projectId,
      name: maybe(label(128)),
      type: maybe(oneOf(GRADER_TYPES)),
      isArchived: maybe(bool),
      ...OFFSET_QUERY,
    }),
  },
  reply: wireObject({ graders: list(StoredGrader), totalCount: count }),
  example: { ...EXAMPLE_PROJECT, is_archived: false, limit: 50 },
});

export const getGrader = endpoint({
  ...shared,
  operationId: "getGrader",
  summary: "Reads a grader",
  method: "GET",
  path: "/graders/{grader_id}",
  needs: "evaluations:read",
  input: { params: GRADER_PATH, query: PROJECT },
  reply: wireObject({ grader: StoredGrader }),
  statuses: [404],
  example: EXAMPLE_GRADER,
});

export const updateGrader = endpoint({
  ...shared,
  operationId: "updateGrader",
  summary: "Changes a grader's name, description or definition, or restores it",
  description:
    "Absent or null fields do not change. What was graded before keeps its scores: evaluations keep a copy of their graders.",
  method: "PUT",
  path: "/graders/{grader_id}",
  needs: "evaluations:write",
  input: {
    params: GRADER_PATH,
    body: wireObject({
      projectId,
      name: maybe(name),
      description: maybe(description),
      grader: maybe(Grader),
      trust: maybe(GraderTrust),
      isArchived: maybe(bool),
    }),
  },
  reply: wireObject({ grader: StoredGrader }),
  statuses: [404, 409],
  example: { ...EXAMPLE_GRADER, grader: EXAMPLE_DEFINITION },
});

export const archiveGrader = endpoint({
  ...shared,
  operationId: "archiveGrader",
  summary: "Archives a grader",
  description: "It leaves the usual list. `is_archived: false` restores it.",
  method: "DELETE",
  path: "/graders/{grader_id}",
  needs: "evaluations:write",
  input: { params: GRADER_PATH, query: PROJECT },
  reply: wireObject({ grader: StoredGrader }),
  statuses: [404],
  example: EXAMPLE_GRADER,
});
