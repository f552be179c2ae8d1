import { type AddressRules, isOneOf, USUAL_RULES } from "#components/layout/faults/address-faults.ts";
import { isSwitch } from "#components/ui/filter/switch-value.ts";
import { boundsOf, isAnyTime, readTimeRange, type TimeRange } from "#components/ui/filter/time-range.ts";
import { allOf, contains, isEqual, isWithin } from "#lib/client/conditions.ts";
import type { Expression, Query } from "#lib/contract/query.ts";
import type { CallFilter } from "#lib/contract/traces/call-fields.ts";
import { CALL_STATUSES, type CallStatus } from "./call-facts.ts";

/** What narrows the list of calls; null says no restriction. */
export type CallFilters = {
  text: string | null;
  op: string | null;
  status: CallStatus | null;
  time: TimeRange;
  threadId: string | null;
  traceId: string | null;
  queueId: string | null;
  rootsOnly: boolean;
};

/** The filters that a page's address names. */
export function readCallFilters(get: (name: string) => string | null): CallFilters {
  return {
    text: get("q"),
    op: get("op"),
    status: readStatus(get("status")),
    time: readTimeRange(get),
    threadId: get("thread"),
    traceId: get("trace"),
    queueId: get("queue"),
    rootsOnly: get("roots") === "1",
  };
}

/** Whether what an address says of each filter can be read. */
export const CALL_RULES: AddressRules = {
  ...USUAL_RULES,
  status: isOneOf(CALL_STATUSES),
  roots: isSwitch,
};

/** What takes every filter out of a page's address. */
export const NO_FILTERS = {
  q: null,
  op: null,
  status: null,
  since: null,
  after: null,
  before: null,
  thread: null,
  trace: null,
  queue: null,
  roots: null,
};

export function isFiltered({ time, rootsOnly, ...others }: CallFilters): boolean {
  return rootsOnly || !isAnyTime(time) || Object.values(others).some((value) => value !== null);
}

export function readStatus(value: string | null): CallStatus | null {
  return CALL_STATUSES.find((status) => status === value) ?? null;
}

/** The part of the request that says which calls; `now` fixes where a time like the last hour begins. */
export function callSelection(filters: CallFilters, now: Date): { filter: CallFilter; query?: Query } {
  const { threadId, traceId, rootsOnly } = filters;
  const query = allOf(conditionsOf(filters, now));
  return {
    filter: {
      ...(threadId ? { threadIds: [threadId] } : {}),
      ...(traceId ? { traceIds: [traceId] } : {}),
      ...(rootsOnly ? { traceRootsOnly: true } : {}),
    },
    ...(query ? { query } : {}),
  };
}

function conditionsOf({ text, op, status, time, queueId }: CallFilters, now: Date): Expression[] {
  return [
    ...(queueId ? [isEqual("annotation_queue_items.queue_id", queueId)] : []),
    ...(status ? [isEqual("summary.weave.status", status)] : []),
    ...isWithin("started_at", boundsOf(time, now)),
    ...(op ? [{ $or: ["op_name", "display_name"].map((name) => contains(name, op)) }] : []),
    ...(text ? [holdsText(text)] : []),
  ];
}

/** The text is somewhere in what went in or came out. */
export function holdsText(text: string): Expression {
  return { $or: ["inputs", "output", "exception"].map((name) => contains(name, text)) };
}
