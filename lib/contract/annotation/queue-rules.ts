import { endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import {
  bool,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { Query } from "#lib/contract/query.ts";
import { CALL_FILTER } from "#lib/contract/traces/call-fields.ts";
import { closedObject, maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, displayFields, EXAMPLE_QUEUE, PROJECT, QUEUE_PATH, shared } from "./queue-parts.internal.ts";

/** Rules that fill a queue with calls as they arrive. */

/** Of one queue. */
export const MAX_RULES = 50;
/** Items that one request may add. */
export const MAX_BACKFILL = 10_000;

const RULE_PATH = wireObject({ queueId: identifier(), ruleId: identifier() });
const EXAMPLE_RULE = { ...EXAMPLE_QUEUE, rule_id: "019a5b35-2b1a-7c44-8d55-6e7f8a9b0c1d" };

/** Unknown conditions are refused: each would widen what the rule takes. */
export const RuleFilter = closedObject(CALL_FILTER);

const rate = finiteNumber.check(
  refuseUnless((value: number) => value > 0 && value <= 1, {
    type: "value_error",
    text: "a rate is a share above 0 and up to 1, such as 0.1 for every tenth call",
  }),
);
const maxOpen = integer({ min: 1, max: 1_000_000 });

const SENT = {
  name: label(255),
  filter: maybe(RuleFilter),
  query: maybe(Query),
  rate: withDefault(rate, 1),
  /** The rule adds nothing while the queue has so many open items. */
  maxOpen: maybe(maxOpen),
  displayFields: withDefault(displayFields, []),
  /** Whether calls count that Spindle itself makes: those of evaluations and of the playground. */
  includesOwn: withDefault(bool, false),
  isPaused: withDefault(bool, false),
};

/** What a request added of the calls that were stored already. */
const Backfill = wireObject({
  at: timestamp,
  /** Calls that passed the conditions and the rate, and neither were nor had been in the queue. */
  matched: count,
  added: count,
  /** What matched and was left out, because of `max_open` or the bound of the request. */
  heldBack: count,
});

export const QueueRule = wireObject({
  id: text(),
  projectId: text(),
  queueId: text(),
  name: text(),
  filter: z.nullable(RuleFilter),
  query: z.nullable(Query),
  rate: finiteNumber,
  maxOpen: z.nullable(maxOpen),
  displayFields: list(text()),
  includesOwn: bool,
  isPaused: bool,
  /** Why the service paused it; null where people did, or where it is at work. */
  problem: z.nullable(text()),
  /** Looks at calls; a call that gets feedback later is looked at again. */
  lookedAt: count,
  /** Of these, the ones that passed the conditions and the rate, and neither were nor had been in the queue. */
  matched: count,
  /** Items that it added, those of its past calls included. */
  added: count,
  /** What matched and was left out because the queue had `max_open` open items. */
  heldBack: count,
  lastAddedAt: z.nullable(timestamp),
  /** The last one; null where there was none. */
  backfill: z.nullable(Backfill),
  createdBy: text(),
  createdAt: timestamp,
  /** The person who saved it last; the rule sees what they may see. */
  updatedBy: text(),
  updatedAt: timestamp,
});
export type QueueRule = z.output<typeof QueueRule>;

const CALLS_OF_NOW =
  "It looks at calls that end, or get feedback, from now on; `…/backfill` adds earlier ones. Whether a call is within the rate depends on its id and the rule's alone, so the same calls are always chosen. What somebody removed from the queue never comes back by a rule.";

export const createQueueRule = endpoint({
  ...shared,
  operationId: "createQueueRule",
  summary: "Creates a rule that fills a queue",
  description: `Each call that passes \`filter\` and \`query\`, as in a list of calls, becomes an item; without them, each call does. ${CALLS_OF_NOW} A queue that compares pairs, or has ${MAX_RULES} rules, is 409.`,
  method: "POST",
  path: "/annotation_queues/{queue_id}/rules",
  needs: "queues:write",
  input: { params: QUEUE_PATH, body: wireObject({ projectId, ...SENT }) },
  reply: wireObject({ rule: QueueRule }),
  statuses: [404, 409],
  idempotent: true,
  example: {
    ...EXAMPLE_QUEUE,
    name: "Answers with an error",
    query: { $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] } },
    rate: 0.25,
    max_open: 200,
  },
});

export const listQueueRules = endpoint({
  ...shared,
  operationId: "listQueueRules",
  summary: "Lists the rules that fill a queue, the oldest first",
  method: "GET",
  path: "/annotation_queues/{queue_id}/rules",
  needs: "answers:read",
  input: { params: QUEUE_PATH, query: PROJECT },
  reply: wireObject({ rules: list(QueueRule) }),
  statuses: [404],
  example: EXAMPLE_QUEUE,
});

export const updateQueueRule = endpoint({
  ...shared,
  operationId: "updateQueueRule",
  summary: "Replaces a rule by what is sent",
  description:
    "What is left out has its default again; the counts continue. `is_paused` pauses the rule or sets it to work; what ends while it is paused is not looked at.",
  method: "PUT",
  path: "/annotation_queues/{queue_id}/rules/{rule_id}",
  needs: "queues:write",
  input: { params: RULE_PATH, body: wireObject({ projectId, ...SENT }) },
  reply: wireObject({ rule: QueueRule }),
  statuses: [404],
  example: { ...EXAMPLE_RULE, name: "Answers with an error", rate: 0.5, is_paused: true },
});

export const deleteQueueRule = endpoint({
  ...shared,
  operationId: "deleteQueueRule",
  summary: "Deletes a rule",
  description: "The items that it added stay, and still name it.",
  method: "DELETE",
  path: "/annotation_queues/{queue_id}/rules/{rule_id}",
  needs: "queues:write",
  input: { params: RULE_PATH, query: PROJECT },
  reply: wireObject({ rule: QueueRule }),
  statuses: [404],
  example: EXAMPLE_RULE,
});

/** Counting stops here. */
export const MAX_MATCHES = 10_000;

export const countRuleMatches = endpoint({
  ...shared,
  operationId: "countRuleMatches",
  summary: "Counts the stored calls that a rule of such conditions would take",
  description: `Nothing changes. As a rule does, it looks at ended calls alone, and leaves calls of evaluations and of the playground out unless \`includes_own\` takes them. Counting stops at ${MAX_MATCHES}; \`has_more\` says whether there are more.`,
  method: "POST",
  path: "/annotation_queues/{queue_id}/rules/matches",
  needs: "answers:read",
  input: {
    params: QUEUE_PATH,
    body: wireObject({
      projectId,
      filter: SENT.filter,
      query: SENT.query,
      includesOwn: SENT.includesOwn,
    }),
  },
  reply: wireObject({ count, hasMore: bool }),
  statuses: [404],
  example: { ...EXAMPLE_QUEUE, filter: { trace_roots_only: true }, includes_own: false },
});

export const countRuleBackfill = endpoint({
  ...shared,
  operationId: "countRuleBackfill",
  summary: "Counts what a rule would add of the calls that are stored",
  description: "Nothing changes. The numbers are exact at this moment.",
  method: "GET",
  path: "/annotation_queues/{queue_id}/rules/{rule_id}/backfill",
  needs: "answers:read",
  input: { params: RULE_PATH, query: PROJECT },
  reply: wireObject({
    /** Ended calls that pass the conditions. */
    matching: count,
    /** Of these, within the rate. */
    inRate: count,
    /** Of these, in the queue already. */
    queued: count,
    /** Of those in the rate, removed from the queue by somebody. */
    removed: count,
    /** What a request would add now: what is left, as far as `max_open` and the bound of one request allow. */
    toAdd: count,
    /** What is left beyond that. */
    heldBack: count,
  }),
  statuses: [404],
  example: EXAMPLE_RULE,
});

export const backfillQueueRule = endpoint({
  ...shared,
  operationId: "backfillQueueRule",
  summary: "Adds calls that are stored already by a rule, the newest first",
  description: `All of them or none are added, up to ${MAX_BACKFILL.toLocaleString("en-US")} and \`limit\`. Repeating the request adds what is left. It works for paused rules too.`,
  method: "POST",
  path: "/annotation_queues/{queue_id}/rules/{rule_id}/backfill",
  needs: "queues:write",
  input: {
    params: RULE_PATH,
    body: wireObject({ projectId, limit: withDefault(integer({ min: 1, max: MAX_BACKFILL }), MAX_BACKFILL) }),
  },
  reply: wireObject({ addedCount: count, rule: QueueRule }),
  statuses: [404, 409],
  idempotent: true,
  example: { ...EXAMPLE_RULE, limit: 500 },
});
