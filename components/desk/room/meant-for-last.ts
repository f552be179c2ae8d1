import { type DeskState, hasOpenDraft, heldOf } from "#components/desk/state/desk-state.ts";

/** The item that a digit answered and left, with nothing pressed since. */
export type SubmittedByDigit = { itemId: string; atMs: number };

/** So soon nobody has read the next item and found it wanting; a finger on its way to the next key takes a third of it. */
export const SAME_BREATH_MS = 1_000;

/** The item before, where a key that begins to write still means that one; null where it means the item that is shown. */
export function meantForLast(last: SubmittedByDigit | null, state: DeskState, nowMs: number): string | null {
  if (!last || state.undo.at(-1)?.itemId !== last.itemId || state.isPaused) return null;
  const { current } = state;
  if (current === last.itemId || !heldOf(state, last.itemId)) return null;
  // Where nothing is shown, there is nothing else to write about.
  if (current === null) return last.itemId;
  return nowMs - last.atMs <= SAME_BREATH_MS && !hasOpenDraft(state, current) ? last.itemId : null;
}
