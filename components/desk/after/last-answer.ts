import type { DeskItem } from "#components/desk/state/desk-handles.ts";
import { type DeskState, heldOf, stateOf } from "#components/desk/state/desk-state.ts";

/** The item that was answered last at this desk; `isSent` once the service has the answer. */
export type LastAnswer = { item: DeskItem; isSent: boolean };

/** Null where nothing was answered since the desk was opened (`earlier` are the acts before), where it was skipped, or where it is taken back. */
export function lastAnswer(state: DeskState, earlier: ReadonlySet<string>): LastAnswer | null {
  const last = state.undo.at(-1);
  const held = last && !earlier.has(last.key) ? heldOf(state, last.itemId) : null;
  if (!held || stateOf(state, held.item) !== "completed") return null;
  const { item } = held;
  return { item, isSent: !state.acts.some((act) => act.held.item.id === item.id) };
}

export function actsSoFar({ undo }: Pick<DeskState, "undo">): ReadonlySet<string> {
  return new Set(undo.map(({ key }) => key));
}

export function isSameAnswer(a: LastAnswer | null, b: LastAnswer | null): boolean {
  return a?.item.id === b?.item.id && a?.isSent === b?.isSent;
}
