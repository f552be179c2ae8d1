import { endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import { identifier, list, projectId, text, timestamp } from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_LOOP, EXAMPLE_PROJECT, LoopRun, shared } from "./loop-runs.ts";
import { LOOP_SETTINGS, SETTINGS_EXAMPLE } from "./loop-settings.ts";

/** What happens by itself between answers and a model: a version is built, a job trained on it, its checkpoint measured, an alias asked for. */

const LOOP_PATH = wireObject({ loopId: identifier() });
const PROJECT = wireObject({ projectId });

export const Loop = wireObject({
  id: text(),
  projectId: text(),
  ...LOOP_SETTINGS,
  datasetName: text(),
  modelName: text(),
  evaluationName: z.nullable(text()),
  /** Why the service paused it; null where a person did, and where it is at work. */
  problem: z.nullable(text()),
  /** When it begins next; null where it waits for answers. */
  nextAt: z.nullable(timestamp),
  /** Answers in the queues of the dataset since its last run began, up to as many as it waits for; null where it does not wait for answers. */
  newAnswers: z.nullable(count),
  /** Jobs that it made in the last 24 hours. */
  jobsOfDay: count,
  /** When it may make its next one; null while it may at any time. */
  nextJobAt: z.nullable(timestamp),
  lastRun: z.nullable(LoopRun),
  createdBy: text(),
  createdAt: timestamp,
  updatedBy: text(),
  updatedAt: timestamp,
});
export type Loop = z.output<typeof Loop>;

const SETTINGS_BODY = wireObject({ projectId, ...LOOP_SETTINGS }).check(
  refuseUnless(({ promote, measure }) => promote === undefined || measure !== undefined, {
    type: "value_error",
    text: "an alias is asked for only where the checkpoint was measured; give measure too",
    path: ["promote"],
  }),
  refuseUnless(({ train, promote }) => train.start !== "alias" || promote !== undefined, {
    type: "value_error",
    text: "there is no alias to start from; name one in promote, or start from newest or first",
    path: ["train", "start"],
  }),
);
const reply = wireObject({ loop: Loop });
const writes = { ...shared, needs: "training:write", reply } as const;

export const createLoop = endpoint({
  ...writes,
  operationId: "createLoop",
  summary: "Creates a loop: what happens by itself between answers and a model",
  description:
    "A run builds a version of the dataset, trains the model on it, measures the checkpoint beside the step that it has to be better than, and asks for the alias, or moves it. It ends as `skipped` where the data have not changed since the loop learned from them, and where the lower end of the gain’s 95 % interval is not above `min_gain`. It acts for the person who saved the loop last, who must be allowed to do each of these steps. There is one run at a time, and a job waits while `max_jobs` of the last 24 hours are the loop’s.",
  method: "POST",
  path: "/loops",
  input: { body: SETTINGS_BODY },
  statuses: [404],
  idempotent: true,
  example: { ...EXAMPLE_PROJECT, ...SETTINGS_EXAMPLE },
});

export const queryLoops = endpoint({
  ...shared,
  operationId: "queryLoops",
  summary: "Lists the loops of a project by name, with their last runs",
  method: "POST",
  path: "/loops/query",
  needs: "training:read",
  input: { body: wireObject({ projectId, ...OFFSET_QUERY }) },
  reply: wireObject({ loops: list(Loop), totalCount: count }),
  example: { ...EXAMPLE_PROJECT, limit: 50 },
});

export const getLoop = endpoint({
  ...shared,
  operationId: "getLoop",
  summary: "Reads a loop with its last run",
  method: "GET",
  path: "/loops/{loop_id}",
  needs: "training:read",
  input: { params: LOOP_PATH, query: PROJECT },
  reply,
  statuses: [404],
  example: EXAMPLE_LOOP,
});

export const updateLoop = endpoint({
  ...writes,
  operationId: "updateLoop",
  summary: "Replaces the settings of a loop, which acts for the caller from now on",
  description:
    "Absent settings get their defaults. A run that has not ended keeps the settings that it began with. `is_paused` keeps further runs from beginning; `POST /loop_runs/{run_id}/stop` ends one that has begun.",
  method: "PUT",
  path: "/loops/{loop_id}",
  input: { params: LOOP_PATH, body: SETTINGS_BODY },
  statuses: [404],
  example: { ...EXAMPLE_LOOP, ...SETTINGS_EXAMPLE, is_paused: true },
});

export const deleteLoop = endpoint({
  ...shared,
  operationId: "deleteLoop",
  summary: "Deletes a loop, and stops its run",
  description: "What its runs made stays. Deleting again is 404.",
  method: "DELETE",
  path: "/loops/{loop_id}",
  needs: "training:write",
  input: { params: LOOP_PATH, query: PROJECT },
  reply: wireObject({ deletedCount: count }),
  statuses: [404],
  example: EXAMPLE_LOOP,
});

export const runLoop = endpoint({
  ...shared,
  operationId: "runLoop",
  summary: "Begins a run of a loop now, also of one that is paused",
  description:
    "It acts for the caller. While a run of the loop has not ended, it is 409 with the code `already_running`.",
  method: "POST",
  path: "/loops/{loop_id}/run",
  needs: "training:write",
  input: { params: LOOP_PATH, body: PROJECT },
  reply: wireObject({ run: LoopRun }),
  statuses: [404, 409],
  example: EXAMPLE_LOOP,
});

export const stopLoops = endpoint({
  ...shared,
  operationId: "stopLoops",
  summary: "Pauses all loops of a project, and stops their runs",
  description: "Jobs and evaluations that their runs wait for are cancelled. What was made stays.",
  method: "POST",
  path: "/loops/stop",
  needs: "training:write",
  input: { body: PROJECT },
  reply: wireObject({ pausedCount: count, stoppedCount: count }),
  example: EXAMPLE_PROJECT,
});
