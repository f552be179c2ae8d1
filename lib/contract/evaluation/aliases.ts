import { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { identifier, integer, label, list, oneOf, text, timestamp } from "#lib/contract/fields.ts";
import { checkpointAlias } from "#lib/contract/models/models.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { CheckpointGate, GateLine } from "./gates.ts";

/** The names of a model's checkpoints: which checkpoint each one has, what guards it, and how it came there. */

const STEP = integer({ min: 0, max: 2 ** 31 - 1 });
const count = integer({ min: 0 });

/** A step that a reinforcement run made after the last one that its guard found no worse, `safe_step`, before the guard ended it. */
const FallenStep = wireObject({ step: STEP, runId: text(), runName: text(), safeStep: STEP });
export type FallenStep = z.output<typeof FallenStep>;

/** How an alias came to its checkpoint, or lost it. */
export const ALIAS_MOVE_KINDS = ["moved", "approved", "overridden", "rolled_back", "removed"] as const;
export type AliasMoveKind = (typeof ALIAS_MOVE_KINDS)[number];

export const CheckpointAlias = wireObject({
  name: text(),
  /** Null where it has a gate, or somebody asked for it, and nothing else yet. */
  step: z.nullable(STEP),
  /** To which it can go back in one request; null where nothing was before. */
  previousStep: z.nullable(STEP),
  updatedBy: z.nullable(text()),
  updatedAt: z.nullable(timestamp),
  gate: z.nullable(CheckpointGate),
  /** Null where nothing that its checkpoint learned from is retracted. */
  retracted: z.nullable(RetractedRows),
});
export type CheckpointAlias = z.output<typeof CheckpointAlias>;

export const AliasMove = wireObject({
  id: text(),
  alias: text(),
  kind: oneOf(ALIAS_MOVE_KINDS),
  /** Null where it had none before. */
  fromStep: z.nullable(STEP),
  /** Null where it was taken away. */
  step: z.nullable(STEP),
  note: z.nullable(text()),
  /** What its gate found; empty where there was none, or nobody asked it. */
  lines: list(GateLine),
  /** Who had asked for it, where an admin approved. */
  askedBy: z.nullable(text()),
  movedBy: text(),
  movedAt: timestamp,
});
export type AliasMove = z.output<typeof AliasMove>;

const MODEL_PATH = wireObject({ modelId: identifier() });
const ALIAS_PATH = wireObject({ modelId: identifier(), name: checkpointAlias });
const EXAMPLE_MODEL = { model_id: "019a5b30-2c1e-7f42-8d10-0a1b2c3d4e5f" };
const EXAMPLE_ALIAS = { ...EXAMPLE_MODEL, name: "production" };
const shared = { group: "training", auth: ["bearer", "session"], projectAt: "verb" } as const;

export const listCheckpointAliases = endpoint({
  ...shared,
  operationId: "listCheckpointAliases",
  summary: "Lists the aliases of a model with their gates",
  description:
    "By name. An alias that has no checkpoint yet is among them where it has a gate, or where somebody asked for it, and waits or was refused last.",
  method: "GET",
  path: "/v1/preview/models/{model_id}/aliases",
  needs: "models:read",
  input: { params: MODEL_PATH },
  reply: wireObject({
    aliases: list(CheckpointAlias),
    /** What the model's name alone means: its newest checkpoint that can be served. Null where it has none. */
    latest: z.nullable(wireObject({ step: STEP, retracted: z.nullable(RetractedRows) })),
    /** All steps of the model that learned from something that is retracted, or came from one that did. */
    retractedSteps: list(STEP),
    /** All steps whose job learned nothing. */
    deadSteps: list(STEP),
    /** All steps that the guard of a reinforcement run rejected. */
    fallenSteps: list(FallenStep),
    /** Where a job should start unless somebody chooses: the newest step that is in none of these lists. Null where that is the newest one, or there is none. */
    proposedStart: z.nullable(STEP),
  }),
  statuses: [404],
  example: EXAMPLE_MODEL,
});

export const getRetractedRows = endpoint({
  ...shared,
  operationId: "getRetractedRows",
  summary: "Counts the rows that a checkpoint learned from whose answers are retracted",
  description:
    "Of what every job on its line read, from the base on, as aliases say it of theirs. Worth reading before a checkpoint gets an alias, or a job starts from it: `clean_step` is the newest step of the model that learned from none, whose job learned something and that no guard of a reinforcement run rejected.",
  method: "GET",
  path: "/v1/preview/models/{model_id}/checkpoints/{step}/retracted_rows",
  needs: "models:read",
  input: { params: wireObject({ modelId: identifier(), step: STEP }) },
  reply: wireObject({ step: STEP, retracted: z.nullable(RetractedRows) }),
  statuses: [404],
  example: { ...EXAMPLE_MODEL, step: 3 },
});

export const getRetractedRowsOfJob = endpoint({
  ...shared,
  operationId: "getRetractedRowsOfJob",
  summary: "Counts the rows of a training job's data whose answers are retracted",
  description:
    "Of the version that it reads, which may be another project's; `retracted` is null where nothing of it is. What a checkpoint learned, also by the jobs before, is at its own `retracted_rows`.",
  method: "GET",
  path: "/v1/preview/training-jobs/{training_job_id}/retracted_rows",
  needs: "training:read",
  input: { params: wireObject({ trainingJobId: identifier() }) },
  reply: wireObject({ retracted: z.nullable(RetractedRows) }),
  statuses: [404],
  example: { training_job_id: "019a5b30-2c1e-7f42-8d10-0a1b2c3d4e5f" },
});

export const queryAliasMoves = endpoint({
  ...shared,
  operationId: "queryAliasMoves",
  summary:
    "Shows the history of an alias: who moved it, when, from which step to which, and what its gate found",
  description: "Newest first. An alias that never was has none.",
  method: "POST",
  path: "/v1/preview/models/{model_id}/aliases/{name}/history",
  needs: "models:read",
  input: {
    params: ALIAS_PATH,
    body: wireObject({
      limit: withDefault(integer({ min: 1, max: 200 }), 50),
      offset: withDefault(integer({ min: 0, max: 1_000_000 }), 0),
    }),
  },
  reply: wireObject({ moves: list(AliasMove), totalCount: count }),
  statuses: [404],
  example: { ...EXAMPLE_ALIAS, limit: 10 },
});

export const rollBackCheckpointAlias = endpoint({
  ...shared,
  operationId: "rollBackCheckpointAlias",
  summary: "Moves an alias back to the step that it had before, past any gate",
  description:
    "Again, it goes back one step further. `step` says which step is expected: where the alias would go to another one, it is 409 with the code `moved`, so that two who roll back at once do it once. Where nothing was before, it is 409 with the code `nothing_before`.",
  method: "POST",
  path: "/v1/preview/models/{model_id}/aliases/{name}/rollback",
  needs: "models:write",
  input: { params: ALIAS_PATH, body: wireObject({ step: maybe(STEP), note: maybe(label(2000)) }) },
  reply: wireObject({ name: text(), step: integer() }),
  statuses: [404, 409],
  example: { ...EXAMPLE_ALIAS, step: 3, note: "Answers in the wrong language" },
});
