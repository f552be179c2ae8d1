import { type DeskState, heldOf, stateOf } from "#components/desk/state/desk-state.ts";

/** The item that was answered last at this desk; `isSent` once the service has the answer. */
export type LastAnswer = { itemId: string; isSent: boolean };

/** Null where nothing was answered, where it was skipped, or where it is taken back. */
export function lastAnswer(state: DeskState): LastAnswer | null {
  const itemId = state.undo.at(-1)?.itemId;
  const held = itemId === undefined ? null : heldOf(state, itemId);
  if (itemId === undefined || !held || stateOf(state, held.item) !== "completed") return null;
  return { itemId, isSent: !state.acts.some((act) => act.held.item.id === itemId) };
}

export function isSameAnswer(a: LastAnswer | null, b: LastAnswer | null): boolean {
  return a?.itemId === b?.itemId && a?.isSent === b?.isSent;
}
