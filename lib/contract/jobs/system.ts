import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, dict, finiteNumber, instant, integer, list, oneOf, text } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

export const checkHealth = endpoint({
  operationId: "checkHealth",
  group: "system",
  summary: "Whether the service answers",
  method: "GET",
  path: "/v1/health",
  auth: [],
  needs: null,
  input: {},
  reply: wireObject({ status: oneOf(["ok"]) }),
});

/** Whether work of one kind gets done. `duration` is how long the check took, in ms. */
export const QueueCheck = wireObject({
  success: bool,
  duration: maybe(finiteNumber),
  errors: maybe(list(text())),
});

/** Details for callers with a credential; everyone sees the booleans. */
export const SystemDetails = wireObject({
  /** Round trip to the database, in ms; null where it does not answer. */
  databaseLatencyMs: z.nullable(finiteNumber),
  pendingMigrations: list(text()),
  worker: wireObject({
    /** Since the worker last said that it lives, in ms; null where it never did. */
    beatAgeMs: z.nullable(integer()),
    leaseExpiresAt: z.nullable(instant),
    /** Grows each time that another process takes over. */
    epoch: z.nullable(integer()),
  }),
  /** As the worker's: since a trainer last said that it lives. */
  trainer: wireObject({ beatAgeMs: z.nullable(integer()) }),
  /** Completions that are computed and that wait, and models in memory; null where the sampler does not answer. */
  sampler: wireObject({
    active: z.nullable(integer()),
    waiting: z.nullable(integer()),
    policies: z.nullable(integer()),
  }),
  disk: wireObject({ freeBytes: z.nullable(integer()), neededBytes: integer() }),
  /** Why each part that fails does. */
  failures: list(text()),
});

export const checkSystem = endpoint({
  operationId: "checkSystem",
  group: "system",
  summary: "Whether each part of the service works",
  description: `If a part fails, the status is 503 with the same body. Without a credential, the body has only booleans. \`cpu_queue\` is the worker's duties. \`gpu_queue\` is the work that usually needs a GPU and runs on the CPU here: training (\`trainer\`) and chat completions (\`sampler\`).`,
  method: "GET",
  path: "/v1/system-check",
  auth: [],
  needs: null,
  input: {},
  failsUnless: "success",
  reply: wireObject({
    success: bool,
    api: bool,
    database: bool,
    migrations: bool,
    worker: bool,
    trainer: bool,
    sampler: bool,
    disk: bool,
    cpuQueue: QueueCheck,
    gpuQueue: QueueCheck,
    details: maybe(SystemDetails),
  }),
});
/** The state of each part, as `checkSystem` reports it. */
export type SystemState = z.output<typeof checkSystem.reply>;

export const getOpenApi = endpoint({
  operationId: "getOpenApi",
  group: "system",
  summary: "This contract as an OpenAPI document",
  method: "GET",
  path: "/openapi.json",
  auth: [],
  needs: null,
  input: {},
  reply: dict,
});
