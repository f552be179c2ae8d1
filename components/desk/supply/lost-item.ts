import {
  type DeskState,
  type Held,
  hasOpenDraft,
  heldOf,
  isDone,
  isMoot,
  recordOf,
  type Trouble,
} from "#components/desk/state/desk-state.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { sayMoot } from "#components/desk/state/desk-stores.ts";
import { troubleOf } from "#components/desk/state/sending-rules.ts";
import { ApiError } from "#lib/client/api-error.ts";

const LOST: Trouble = {
  kind: "lost",
  reason: "Your reservation ran out, and somebody else may have taken the item.",
};

type ReadWork = (itemId: string) => Promise<Held>;

/** If the shown item is among the lost reservations, finds out why and shows the reason. */
export function lookAfter(store: DeskStore, work: ReadWork, itemIds: readonly string[]): void {
  const { current, lane, acts } = store.read();
  if (current === null || !itemIds.includes(current) || lane.includes(current)) return;
  if (acts.some(({ held }) => held.item.id === current)) return;
  void findOut(store, work, current);
}

/** The annotator may have answered it elsewhere, it may be gone, or somebody else has it. */
async function findOut(store: DeskStore, work: ReadWork, itemId: string): Promise<void> {
  try {
    const newest = await work(itemId);
    const state = store.read();
    const known = recordOf(state, itemId).base ?? 0;
    // It was reserved again since, both answers are shown, or it was answered here.
    if (state.lane.includes(itemId) || isBeingChosen(state, itemId) || newest.own.revision < known) return;
    if (newest.own.revision > known && hasOpenDraft(state, itemId)) {
      const reason = "A newer answer of yours stands, from another tab or device.";
      store.dispatch({ type: "troubled", itemId, trouble: { kind: "stale", reason } });
    } else if (!isDone(newest.item.myAnnotationState))
      store.dispatch({ type: "troubled", itemId, trouble: LOST });
    else if (state.current === itemId) store.dispatch({ type: "opened", held: newest, route: state.route });
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    const trouble = isGone ? troubleOf(error, { feedback: [] }) : LOST;
    const state = store.read();
    const held = heldOf(state, itemId);
    if (held && isMoot(trouble) && state.current === itemId) sayMoot(held, trouble.reason);
    store.dispatch({ type: "troubled", itemId, trouble });
  }
}

/** The annotator sees both of their answers already, and is about to choose one. */
function isBeingChosen(state: DeskState, itemId: string): boolean {
  return recordOf(state, itemId).trouble?.kind === "stale";
}
