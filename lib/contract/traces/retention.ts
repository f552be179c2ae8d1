import { PROJECT_PARAMS } from "#lib/contract/access/projects.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { bool, integer, oneOf, text, timestamp } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** What an amount counts: days since a call started or arrived, or the newest calls. */
export const RETENTION_UNITS = ["days", "calls"] as const;
export type RetentionUnit = (typeof RETENTION_UNITS)[number];

export const MAX_RETENTION = 2_000_000_000;

const count = integer({ min: 0 });
const Limit = { unit: oneOf(RETENTION_UNITS), amount: integer({ min: 1, max: MAX_RETENTION }) };

const Retention = wireObject({
  ...Limit,
  setBy: text(),
  setAt: timestamp,
  /** Whether the worker is dropping calls now; what it has dropped and kept so far. */
  isDropping: bool,
  dropped: count,
  kept: count,
  /** When it last looked at all older calls, and what it dropped and kept; null until it has. */
  lastEndedAt: z.nullable(timestamp),
  lastDropped: count,
  lastKept: count,
});
export type Retention = z.output<typeof Retention>;

const params = wireObject(PROJECT_PARAMS);
const shared = {
  group: "accounts",
  auth: ANY_CREDENTIAL,
  projectAt: "{entity}/{project}",
} as const;
const EXAMPLE = { entity: "local", project: "playground" };
const reply = wireObject({ retention: z.nullable(Retention) });

const WHAT_STAYS =
  "A thread goes as a whole, and so does a trace outside of threads: it stays as long as one of its calls is newer, is an item of a queue, has feedback, is evidence of a dataset version, or was asked by an evaluation or a reinforcement run. What is too long to be looked at within seconds stays too. ";

export const getRetention = endpoint({
  ...shared,
  operationId: "getRetention",
  summary: "How long the calls of a project are kept",
  description: "`retention` is null where calls are kept for ever.",
  method: "GET",
  path: "/projects/{entity}/{project}/retention",
  needs: "threads:read",
  input: { params },
  reply,
  example: EXAMPLE,
});

export const setRetention = endpoint({
  ...shared,
  operationId: "setRetention",
  summary: "Drop calls that are older than so many days, or all but the newest ones",
  description:
    `${WHAT_STAYS}The age of a call counts from its start, or from when it arrived, where that was later; the newest \`calls\` are by their start. ` +
    "The worker begins within a minute, drops calls in small batches, looks again every hour, and writes to the audit log how many it dropped. Dropped calls are gone for good: export them first (`exportCalls`), and see `previewRetention`.",
  method: "PUT",
  path: "/projects/{entity}/{project}/retention",
  needs: "project:manage",
  input: { params, body: wireObject(Limit) },
  reply: wireObject({ retention: Retention }),
  example: { ...EXAMPLE, unit: "days", amount: 90 },
});

export const removeRetention = endpoint({
  ...shared,
  operationId: "removeRetention",
  summary: "Keep calls for ever from now on",
  description: "What was dropped does not come back.",
  method: "DELETE",
  path: "/projects/{entity}/{project}/retention",
  needs: "project:manage",
  input: { params },
  reply,
  example: EXAMPLE,
});

export const previewRetention = endpoint({
  ...shared,
  operationId: "previewRetention",
  summary: "Count what a retention would drop now, without saving it",
  description: `${WHAT_STAYS}Counting ends after a few seconds: then \`is_complete\` is false, and there may be more of both; of a thread of hundreds of thousands of calls it may count none.`,
  method: "POST",
  path: "/projects/{entity}/{project}/retention/preview",
  needs: "project:manage",
  input: { params, body: wireObject(Limit) },
  reply: wireObject({
    /** Calls that started before this may go; null where none is old enough. */
    until: z.nullable(timestamp),
    /** So many started before that. */
    older: count,
    /** Of those that were counted. */
    dropped: count,
    kept: count,
    isComplete: bool,
  }),
  example: { ...EXAMPLE, unit: "calls", amount: 1_000_000 },
});
