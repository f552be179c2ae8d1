import { type AddressRules, USUAL_RULES } from "#components/layout/faults/address-faults.ts";
import { isSwitch, readSwitch, type SwitchText } from "#components/ui/filter/switch-value.ts";
import { boundsOf, isAnyTime, readTimeRange, type TimeRange } from "#components/ui/filter/time-range.ts";
import type { ThreadFilter } from "#lib/contract/traces/threads.ts";
import { readThreadIds } from "./read-thread-ids.ts";

/** Inclusive bounds; null where there is none. */
export type Range = { min: number | null; max: number | null };

/** What narrows the list of threads; null says no restriction. */
export type ThreadFilters = {
  time: TimeRange;
  /** A part of an id, or several whole ones. */
  ids: string | null;
  turns: Range;
  /** Median turn duration in ms. */
  duration: Range;
  errors: boolean | null;
  /** Any queue, none, or the id of one. */
  queue: string | null;
  feedback: boolean | null;
  /** What people and programs said, unless the address says otherwise; false is what this service asked models itself. */
  traffic: boolean | null;
};

export const ANY_RANGE: Range = { min: null, max: null };
const ALL_THREADS = "all";
export const ANY_QUEUE = "any";
export const NO_QUEUE = "none";

/** Whether it names one queue. */
export function isQueueId(queue: string | null): boolean {
  return queue !== null && queue !== ANY_QUEUE && queue !== NO_QUEUE;
}

/** Whether what an address says of each filter can be read. */
export const THREAD_RULES: AddressRules = {
  ...USUAL_RULES,
  turns: isRange,
  p50: isRange,
  errors: isSwitch,
  feedback: isSwitch,
  traffic: (text) => text === ALL_THREADS || isSwitch(text),
};

/** What takes every filter out of a page's address. */
export const NO_FILTERS = {
  ids: null,
  since: null,
  after: null,
  before: null,
  turns: null,
  p50: null,
  errors: null,
  queue: null,
  feedback: null,
  traffic: null,
};

/** The filters that a page's address names. */
export function readThreadFilters(get: (name: string) => string | null): ThreadFilters {
  return {
    time: readTimeRange(get),
    ids: get("ids"),
    turns: readRange(get("turns")),
    duration: readRange(get("p50")),
    errors: readSwitch(get("errors")),
    queue: get("queue"),
    feedback: readSwitch(get("feedback")),
    traffic: readTraffic(get("traffic"), get("ids")),
  };
}

/** Evaluations and runs make thousands of threads, so the list is of conversations until somebody wants all, or looks for an id. */
function readTraffic(text: string | null, ids: string | null): boolean | null {
  if (text === ALL_THREADS || (text === null && ids !== null)) return null;
  return readSwitch(text) ?? true;
}

/** The same as the address holds it. */
export function writeTraffic(chosen: SwitchText): string | null {
  return chosen ?? ALL_THREADS;
}

export function isFiltered({ time, turns, duration, traffic, ...others }: ThreadFilters): boolean {
  if (traffic !== true && others.ids === null) return true;
  const isBounded = [turns, duration].some(({ min, max }) => min !== null || max !== null);
  return isBounded || !isAnyTime(time) || Object.values(others).some((value) => value !== null);
}

/** The filter of the request; `now` fixes where a time like the last hour begins. */
export function threadFilterOf(filters: ThreadFilters, now: Date): ThreadFilter {
  const { time, ids, turns, duration, errors, queue, feedback, traffic } = filters;
  const { after, before } = boundsOf(time, now);
  const named = readThreadIds(ids ?? "");
  const isPart = named.length === 1 && !/[,;\s]/.test(ids ?? "");
  return {
    ...(after ? { afterDatetime: after } : {}),
    ...(before ? { beforeDatetime: before } : {}),
    ...(isPart && named[0] ? { search: named[0] } : named.length > 0 ? { threadIds: named } : {}),
    ...(turns.min === null ? {} : { minTurns: Math.ceil(turns.min) }),
    ...(turns.max === null ? {} : { maxTurns: Math.floor(turns.max) }),
    ...(duration.min === null ? {} : { minP50TurnDurationMs: duration.min }),
    ...(duration.max === null ? {} : { maxP50TurnDurationMs: duration.max }),
    ...(errors === null ? {} : { hasErrors: errors }),
    ...(queue === null
      ? {}
      : queue === ANY_QUEUE || queue === NO_QUEUE
        ? { inQueue: queue === ANY_QUEUE }
        : { queueId: queue }),
    ...(feedback === null ? {} : { hasFeedback: feedback }),
    ...(traffic === null ? {} : { isTraffic: traffic }),
  };
}

/** A range as the address holds it: `2..10`, `2..`, `..10`; null for no bound at all. */
export function writeRange({ min, max }: Range): string | null {
  return min === null && max === null ? null : `${min ?? ""}..${max ?? ""}`;
}

export function readRange(text: string | null): Range {
  const [, min = "", max = ""] = /^(\d+(?:\.\d+)?|)\.\.(\d+(?:\.\d+)?|)$/.exec(text ?? "") ?? [];
  return { min: numberIn(min), max: numberIn(max) };
}

/** As the contract bounds counts. */
const MOST = 2_147_483_647;

function isRange(text: string): boolean {
  const { min, max } = readRange(text);
  return min !== null || max !== null;
}

function numberIn(text: string): number | null {
  return text === "" ? null : Math.min(Number(text), MOST);
}
