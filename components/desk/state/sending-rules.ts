import { explainError } from "#components/layout/state/explain-error.ts";
import { formatRelative } from "#components/ui/text/format.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { CORRECTION_TYPE, PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { FeedbackItem } from "#lib/contract/traces/feedback.ts";
import type { Problems } from "./desk-handles.ts";
import type { Act, Trouble } from "./desk-state.ts";
import { NOTE_TYPE, REACTION_TYPE } from "./draft.ts";

const MAX_FAILURES = 4;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/** Statuses that mean "not now". After a 401 the person signs in again, and waiting answers are then sent. */
const LATER = [401, 408, 425, 429];

/** A refusal is final at once, a server in trouble after some tries; without a connection or a session trying never ends. */
export function isFinal(error: unknown, failures: number): boolean {
  if (error instanceof TypeError) return false;
  if (!(error instanceof ApiError) || error.status === 401) return !(error instanceof ApiError);
  // A conflict without a code may be the same act that is still running.
  const isLater =
    error.status >= 500 || LATER.includes(error.status) || (error.status === 409 && error.code === null);
  return !isLater || failures >= MAX_FAILURES;
}

/** Waits longer after each failure; ends when the browser is online again. */
export function pauseBeforeRetry(failures: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS));
  window.addEventListener("online", end);
  return promise.finally(() => {
    clearTimeout(timer);
    window.removeEventListener("online", end);
  });
}

/** What a refused act means for its item. */
export function troubleOf(error: unknown, act: Pick<Act, "feedback">): Trouble {
  const reason = plainReason(explainError(error), new Date());
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: null };
  if (status === 404) return { kind: "gone", reason };
  if (status === 409 && code === "stale") return { kind: "stale", reason };
  if (status === 409 && code === "slot_taken") return { kind: "lost", reason };
  return { kind: "refused", reason, problems: problemsIn(error, act.feedback) };
}

/** Rewrites a reason with ids and exact times, which is for programs, for the person at the item. */
export function plainReason(reason: string, now: Date): string {
  return reason
    .replace(/^Queue item \S+ not found in queue .*$/, "Somebody removed it, or its call was deleted.")
    .replace(/^Item \S+ /, "It ")
    .replace(/ about queue item \S+ /, " about this item ")
    .replaceAll(/until (\d{4}-\d\d-\d\dT[\d:.]+Z)/g, (_, at: string) =>
      `until ${formatRelative(new Date(at), now)}`.replace("until in ", "for another "),
    );
}

/** The faults of a 422 by their place on the form; those of no place are left to the reason. */
function problemsIn(error: unknown, feedback: readonly FeedbackItem[]): Problems {
  const problems = error instanceof ApiError ? error.problems : [];
  const placed = problems.flatMap(({ loc, msg }) => {
    const [, part, index] = loc;
    const said = part === "feedback" && typeof index === "number" ? feedback[index] : undefined;
    return said ? [[placeOf(said), msg] as const] : [];
  });
  return Object.fromEntries(placed);
}

function placeOf({ annotationRef, feedbackType }: FeedbackItem): string {
  return annotationRef ?? PLACES[feedbackType] ?? "note";
}

const PLACES: { [feedbackType: string]: string } = {
  [NOTE_TYPE]: "note",
  [REACTION_TYPE]: "reactions",
  [CORRECTION_TYPE]: "correction",
  [PREFERENCE_TYPE]: "preference",
};
