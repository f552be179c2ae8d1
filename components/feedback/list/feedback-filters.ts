import { boundsOf, isAnyTime, readTimeRange, type TimeRange } from "#components/ui/filter/time-range.ts";
import { allOf, contains, isEqual, isWithin } from "#lib/client/conditions.ts";
import { CORRECTION_TYPE, PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { Expression, Query } from "#lib/contract/query.ts";

/** The kinds of feedback to filter by, and the wire types of each. */
export const FEEDBACK_KINDS = {
  annotation: { label: "Annotations", prefix: "wandb.annotation." },
  score: { label: "Scores from programs", prefix: "wandb.runnable." },
  reaction: { label: "Reactions", type: "wandb.reaction.1" },
  note: { label: "Notes", type: "wandb.note.1" },
  correction: { label: "Corrections", type: CORRECTION_TYPE },
  preference: { label: "Preferences", type: PREFERENCE_TYPE },
} as const satisfies Record<string, { label: string } & ({ prefix: string } | { type: string })>;
export type FeedbackKind = keyof typeof FEEDBACK_KINDS;

/** What narrows the list; null says no restriction. */
export type FeedbackFilters = {
  kind: FeedbackKind | null;
  /** Part of the type's name. */
  name: string | null;
  /** Part of the payload's text. */
  text: string | null;
  queueId: string | null;
  isMine: boolean;
  time: TimeRange;
};

/** The filters that a page's address names. */
export function readFeedbackFilters(get: (name: string) => string | null): FeedbackFilters {
  return {
    kind: readKind(get("kind")),
    name: get("name"),
    text: get("q"),
    queueId: get("queue"),
    isMine: get("mine") === "1",
    time: readTimeRange(get),
  };
}

export function readKind(value: string | null): FeedbackKind | null {
  return value !== null && isKind(value) ? value : null;
}

function isKind(value: string): value is FeedbackKind {
  return Object.hasOwn(FEEDBACK_KINDS, value);
}

/** What takes every filter out of a page's address. */
export const NO_FILTERS = {
  kind: null,
  name: null,
  q: null,
  queue: null,
  mine: null,
  since: null,
  after: null,
  before: null,
};

export function isFiltered({ isMine, time, ...others }: FeedbackFilters): boolean {
  return isMine || !isAnyTime(time) || Object.values(others).some((value) => value !== null);
}

/** The query for these filters; `now` fixes where a time like the last hour begins. Undefined asks for all. */
export function feedbackSelection(
  filters: FeedbackFilters,
  { now, userId }: { now: Date; userId: string },
): Query | undefined {
  const { kind, name, text, queueId, isMine, time } = filters;
  return allOf([
    ...(kind ? [ofKind(kind)] : []),
    ...(name ? [contains("feedback_type", name)] : []),
    ...(text ? [contains("payload", text)] : []),
    ...(queueId ? [isEqual("queue_id", queueId)] : []),
    ...(isMine ? [isEqual("wb_user_id", userId)] : []),
    ...isWithin("created_at", boundsOf(time, now)),
  ]);
}

/** A prefix in the middle of another type's name would be found too; no such type exists. */
function ofKind(kind: FeedbackKind): Expression {
  const one = FEEDBACK_KINDS[kind];
  return "prefix" in one ? contains("feedback_type", one.prefix) : isEqual("feedback_type", one.type);
}
