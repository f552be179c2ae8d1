import { PROJECT_PARAMS } from "#lib/contract/access/projects.ts";
import { endpoint, MIB } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import {
  bool,
  bytes,
  dictOf,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  storable,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { longList } from "#lib/contract/json-lines.ts";
import { orderOr, PAGE_QUERY, pageOf } from "#lib/contract/paging.ts";
import { JOB_KINDS, JOB_STATES } from "#lib/contract/training/job-states.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

const MAX_STEPS = 1000;
const MAX_RANK = 256;
const MAX_ALPHA = 4096;

/** How jobs change a model's weights: by a small adapter beside them, or all of them. */
export const TRAINING_MODES = ["lora", "full"] as const;
export type TrainingMode = (typeof TRAINING_MODES)[number];
export const DEFAULT_TRAINING = { mode: "lora", rank: 8, alpha: 16 } as const;

/** Names a model inside its project and in references, where slashes, colons and `@` mean something. */
const modelName = storable(text({ max: 128 }).check(z.regex(/^[^/:@\s]+$/)));

const alpha = finiteNumber.check(
  refuseUnless((value) => value > 0 && value <= MAX_ALPHA, {
    type: "value_error",
    text: `alpha must be above 0 and at most ${MAX_ALPHA}`,
  }),
);

/** `rank` and `alpha` belong to `lora` alone; 8 and twice the rank where they are left out. */
export const Training = wireObject({
  mode: oneOf(TRAINING_MODES),
  rank: maybe(integer({ min: 1, max: MAX_RANK })),
  alpha: maybe(alpha),
});
export type Training = z.output<typeof Training>;

const MODEL_FIELDS = {
  id: text(),
  entity: text(),
  project: text(),
  name: text(),
  baseModel: text(),
  /** How many numbers the base model has, which usual learning rates follow; null where that is not known. */
  baseParameters: z.nullable(integer()),
  /** Of a tracking service; always null here. */
  runId: z.nullable(text()),
  training: Training,
  createdAt: timestamp,
  createdBy: text(),
};

export const Model = wireObject(MODEL_FIELDS);
export type Model = z.output<typeof Model>;

export const ModelWithSteps = wireObject({
  ...MODEL_FIELDS,
  projectId: text(),
  /** Null where every checkpoint was deleted. */
  latestStep: z.nullable(integer()),
  /** When that checkpoint was made. */
  latestStepAt: z.nullable(timestamp),
  checkpointCount: integer(),
  /** Jobs that have not ended. */
  unendedJobs: integer(),
  /** The job that began last, or waits to, where there is one. */
  lastJob: z.nullable(
    wireObject({
      id: text(),
      kind: oneOf(JOB_KINDS),
      state: oneOf(JOB_STATES),
      step: integer(),
    }),
  ),
});
export type ModelWithSteps = z.output<typeof ModelWithSteps>;

export const Checkpoint = wireObject({
  id: text(),
  step: integer(),
  metrics: dictOf(finiteNumber, 10_000),
  sizeBytes: integer(),
  /** A file of it was found changed, so it is not served. */
  isCorrupt: bool,
  /** The job that made it; null for the base. */
  jobId: z.nullable(text()),
  /** Optimiser step of that job whose weights it has; null where nobody wrote it down. */
  jobStep: z.nullable(integer()),
  /** Left on the way, while the job continued: such a one is never `latest`. */
  isInterim: bool,
  /** The checkpoint that the job started from; null for the base. */
  parentId: z.nullable(text()),
  /** Names that lead to it, `latest` first where it is the newest that can be served. */
  aliases: list(text()),
  createdAt: timestamp,
});
export type Checkpoint = z.output<typeof Checkpoint>;

/**
 * A name for a checkpoint; requests write it after a colon. Names that already mean a step are reserved, in upper and lower case: `latest`,
 * numbers, `step3` and `v3`.
 */
export const checkpointAlias = storable(
  text({ max: 64 }).check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)),
).check(
  refuseUnless((name) => !isReservedAlias(name), {
    type: "value_error",
    text: "latest, numbers, stepN and vN already mean a step; use another name",
  }),
);

export function isReservedAlias(name: string): boolean {
  return /^(?:latest|(?:step|v)?\d+)$/i.test(name);
}

const STEP = integer({ min: 0, max: 2 ** 31 - 1 });
export const LINEAGE_KINDS = ["base", "data", "job", "checkpoint"] as const;

export const LineageNode = wireObject({
  /** Unique among the nodes. Of a job and a checkpoint it is theirs, of an uploaded file the file's. */
  id: text(),
  kind: oneOf(LINEAGE_KINDS),
  /** A base model's or a file's name, that of a version of a dataset with its number, an address's host and path; empty where it has none. */
  name: text(),
  /** Of a checkpoint; of a job the optimiser steps that it has done. */
  step: z.nullable(integer()),
  jobKind: z.nullable(oneOf(JOB_KINDS)),
  state: z.nullable(oneOf(JOB_STATES)),
  /** Of an uploaded file, in hexadecimal digits. */
  sha256: z.nullable(text()),
  /** Of data that are a version of a dataset, whose name and number are the node's. */
  datasetId: z.nullable(text()),
  /** Rows or groups of the data; null until they have been counted. */
  rows: z.nullable(integer()),
  aliases: list(text()),
  /** Of a checkpoint or an uploaded file. */
  isDeleted: bool,
  createdAt: z.nullable(timestamp),
});
export type LineageNode = z.output<typeof LineageNode>;

/** What came from what: nodes in the order of time, each before what came from it. */
export const Lineage = wireObject({
  nodes: list(LineageNode),
  edges: list(wireObject({ fromId: text(), toId: text() })),
  /** Jobs before the first one shown. */
  earlierJobs: integer(),
});
export type Lineage = z.output<typeof Lineage>;

const MODEL_PATH = wireObject({ modelId: identifier() });
const EXAMPLE_MODEL = { model_id: "019a5b30-2c1e-7f42-8d10-0a1b2c3d4e5f" };

const shared = { group: "training", auth: ["bearer", "session"], projectAt: "verb" } as const;

export const createModel = endpoint({
  ...shared,
  operationId: "createModel",
  summary: "Registers a model to train",
  description:
    "The model starts with a checkpoint of step 0, which answers like its base model. If `entity` is null, the caller's default entity is used. A name that is taken is 409; with `return_existing`, that model is returned instead, unless its base model or training differs.",
  method: "POST",
  path: "/v1/preview/models",
  needs: "models:write",
  input: {
    body: wireObject({
      entity: maybe(PROJECT_PARAMS.entity),
      project: PROJECT_PARAMS.project,
      name: modelName,
      baseModel: identifier(257),
      returnExisting: withDefault(bool, false),
      training: maybe(Training),
    }),
  },
  reply: Model,
  statuses: [409],
  idempotent: true,
  example: {
    entity: "acme",
    project: "support",
    name: "refund-agent",
    base_model: "spindle-mini",
    return_existing: true,
    training: { mode: "lora", rank: 8, alpha: 16 },
  },
});

export const listModels = endpoint({
  ...shared,
  operationId: "listModels",
  summary: "Lists registered models, oldest first",
  description: "Of one project, or of all projects that the caller may read.",
  method: "GET",
  path: "/v1/preview/models",
  needs: "models:read",
  input: {
    query: wireObject({
      projectId: maybe(projectId),
      name: maybe(label(128)),
      /** A part of the name, in capitals or not. */
      search: maybe(label(128)),
      order: orderOr("asc"),
      ...PAGE_QUERY,
    }),
  },
  reply: pageOf(ModelWithSteps),
  example: { project_id: "acme/support", limit: 20 },
});

export const getModel = endpoint({
  ...shared,
  operationId: "getModel",
  summary: "Reads a registered model",
  method: "GET",
  path: "/v1/preview/models/{model_id}",
  needs: "models:read",
  input: { params: MODEL_PATH },
  reply: ModelWithSteps,
  statuses: [404],
  example: EXAMPLE_MODEL,
});

export const deleteModel = endpoint({
  ...shared,
  operationId: "deleteModel",
  summary: "Deletes a model with its checkpoints",
  description:
    "A model with an unfinished job is 409: cancel the job first. Deleting again is 200 and changes nothing. The name is free afterwards.",
  method: "DELETE",
  path: "/v1/preview/models/{model_id}",
  needs: "models:write",
  input: { params: MODEL_PATH },
  reply: wireObject({ modelId: text(), deletedCheckpoints: integer(), deletedRun: bool }),
  statuses: [404, 409],
  example: EXAMPLE_MODEL,
});

export const listCheckpoints = endpoint({
  ...shared,
  operationId: "listCheckpoints",
  summary: "Lists the checkpoints of a model by step",
  method: "GET",
  path: "/v1/preview/models/{model_id}/checkpoints",
  needs: "models:read",
  input: { params: MODEL_PATH, query: wireObject({ order: orderOr("asc"), ...PAGE_QUERY }) },
  reply: pageOf(Checkpoint),
  statuses: [404],
  example: { ...EXAMPLE_MODEL, order: "desc", limit: 1 },
});

export const deleteCheckpoints = endpoint({
  ...shared,
  operationId: "deleteCheckpoints",
  summary: "Deletes checkpoints of a model by their steps",
  description:
    "Atomic. The last checkpoint that a job did not leave on the way, one with an alias, and one that an unfinished job starts from or compares to cannot be deleted: 409. Steps are never reused.",
  method: "DELETE",
  path: "/v1/preview/models/{model_id}/checkpoints",
  needs: "models:write",
  input: {
    params: MODEL_PATH,
    body: wireObject({ steps: list(STEP, { max: MAX_STEPS }) }),
  },
  reply: wireObject({ deletedCount: integer(), notFoundSteps: list(integer()) }),
  statuses: [404, 409],
  example: { ...EXAMPLE_MODEL, steps: [1, 2, 3] },
});

const ALIAS_PATH = wireObject({ modelId: identifier(), name: checkpointAlias });
const EXAMPLE_ALIAS = { ...EXAMPLE_MODEL, name: "production" };

export const setCheckpointAlias = endpoint({
  ...shared,
  operationId: "setCheckpointAlias",
  summary: "Gives a checkpoint an alias, or moves the alias to it",
  description:
    "Chat completions then accept `entity/project/model:name`. A checkpoint with an alias cannot be deleted. A damaged one cannot get an alias: 409. Where the alias has a gate and the checkpoint does not pass it, 409 with the code `gate_failed` names each line that fails; back to the step that the alias had before is always allowed. Where the gate needs an approval and the caller is not an admin, it is 409 with the code `needs_approval`. With `override` and a `reason`, admins of the project move it all the same, which the audit log keeps.",
  method: "PUT",
  path: "/v1/preview/models/{model_id}/aliases/{name}",
  needs: "models:write",
  input: {
    params: ALIAS_PATH,
    body: wireObject({ step: STEP, override: maybe(bool), reason: maybe(label(2000)) }),
  },
  reply: wireObject({ name: text(), step: integer() }),
  statuses: [404, 409],
  example: { ...EXAMPLE_ALIAS, step: 3 },
});

export const deleteCheckpointAlias = endpoint({
  ...shared,
  operationId: "deleteCheckpointAlias",
  summary: "Removes an alias from its checkpoint",
  description:
    "Deleting again is 200 and deletes nothing. An alias with a gate is 409 with the code `gated`.",
  method: "DELETE",
  path: "/v1/preview/models/{model_id}/aliases/{name}",
  needs: "models:write",
  input: { params: ALIAS_PATH },
  reply: wireObject({ deletedCount: integer() }),
  statuses: [404, 409],
  example: EXAMPLE_ALIAS,
});

export const downloadCheckpoint = endpoint({
  ...shared,
  operationId: "downloadCheckpoint",
  summary: "Downloads the files of a checkpoint",
  description:
    "A tar of one folder: a PEFT adapter, or a Hugging Face model if it is trained in full. A base without its own files, or with changed files, is 409; if files turn out changed during the download, it is aborted.",
  method: "GET",
  path: "/v1/preview/models/{model_id}/checkpoints/{step}/download",
  needs: "models:read",
  input: { params: wireObject({ modelId: identifier(), step: STEP }) },
  reply: bytes,
  downloads: "application/x-tar",
  statuses: [404, 409],
  example: { ...EXAMPLE_MODEL, step: 1 },
});

/** What a look at a checkpoint's files finds. */
export const FILE_FINDINGS = ["whole", "missing", "changed"] as const;

export const verifyCheckpoint = endpoint({
  ...shared,
  operationId: "verifyCheckpoint",
  summary: "Verifies the files of a checkpoint again",
  description:
    "`whole`: the files are as written, and the checkpoint can be used (again). `changed`: it is not used. `missing`: the files are not here, and its state does not change. For admins of the project.",
  method: "POST",
  path: "/v1/preview/models/{model_id}/checkpoints/{step}/verify",
  needs: "project:manage",
  input: { params: wireObject({ modelId: identifier(), step: STEP }) },
  reply: wireObject({ step: integer(), isCorrupt: bool, finding: oneOf(FILE_FINDINGS), detail: text() }),
  statuses: [404],
  example: { ...EXAMPLE_MODEL, step: 1 },
});

export const getModelLineage = endpoint({
  ...shared,
  operationId: "getModelLineage",
  summary: "Shows the lineage of a model's checkpoints",
  description:
    "Nodes are the base model, jobs, their data and the checkpoints, including deleted ones. Edges lead from a base to its first checkpoint, from its data and its starting checkpoint to a job, and from a job to the checkpoints it created. Covers the newest `limit` jobs.",
  method: "GET",
  path: "/v1/preview/models/{model_id}/lineage",
  needs: "models:read",
  input: {
    params: MODEL_PATH,
    query: wireObject({ limit: withDefault(integer({ min: 1, max: 500 }), 50) }),
  },
  reply: Lineage,
  statuses: [404],
  example: { ...EXAMPLE_MODEL, limit: 50 },
});

export const logTrajectories = endpoint({
  ...shared,
  operationId: "logTrajectories",
  summary: "Stores trajectories for a model",
  description: "They are stored as sent, and nothing is trained on them.",
  method: "POST",
  path: "/v1/preview/models/{model_id}/log",
  needs: "models:write",
  input: {
    params: MODEL_PATH,
    body: wireObject({
      trajectoryGroups: longList(),
      split: withDefault(identifier(64), "train"),
    }),
  },
  reply: wireObject({}),
  statuses: [404],
  maxBodyBytes: 100 * MIB,
  longList: "trajectory_groups",
  example: {
    ...EXAMPLE_MODEL,
    split: "val",
    trajectory_groups: [
      { trajectories: [{ messages_and_choices: [{ role: "user", content: "hi" }], reward: 1 }] },
    ],
  },
});
