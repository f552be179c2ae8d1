import { ANY_TEXT, explore, type TextAutomaton } from "./text-automaton.internal.ts";
import type { TextBudget } from "./text-budget.internal.ts";

/** Texts of an automaton that have from `min` to `max` code points. */
export type BoundedText = {
  readonly automaton: TextAutomaton;
  readonly min: number;
  readonly max: number;
  /** Whether a text of `count` code points that led to the state can be completed. */
  isOpen(state: number, count: number): boolean;
};

/** Null where there is no such text. */
export function boundedText(
  automaton: TextAutomaton,
  { min, max }: { min: number; max: number },
  budget: TextBudget,
): BoundedText | null {
  if (automaton.length === 0 || min > max) return null;
  const isOpen = openness(automaton, { min, max }, budget);
  return isOpen(0, 0) ? { automaton, min, max, isOpen } : null;
}

/** Counts no further than this: whatever is longer is in the same place. */
export function countedUntil({ min, max }: { min: number; max: number }): number {
  return max === Number.POSITIVE_INFINITY ? min : max;
}

function openness(
  automaton: TextAutomaton,
  bounds: { min: number; max: number },
  budget: TextBudget,
): BoundedText["isOpen"] {
  const { min, max } = bounds;
  if (automaton === ANY_TEXT) return (_, count) => count <= max;
  const last = countedUntil(bounds);
  const steps = automaton.reduce((sum, { ways }) => sum + ways.length, 0);
  if (min === 0) {
    budget.spend(steps);
    const left = shortestEnds(automaton);
    return (state, count) => count + (left[state] ?? 0) <= max;
  }
  budget.spend(steps * (last + 1));
  const open: Uint8Array[] = [];
  for (let count = last; count >= 0; count--) {
    const longer = open[count + 1];
    open[count] = Uint8Array.from(automaton, ({ accepts, ways }) => {
      if (!longer) return max === Number.POSITIVE_INFINITY || accepts ? 1 : 0;
      const canEnd = count >= min && accepts;
      return canEnd || ways.some(({ next }) => longer[next] === 1) ? 1 : 0;
    });
  }
  return (state, count) => count <= max && open[Math.min(count, last)]?.[state] === 1;
}

/** How many code points each state is from the nearest one that accepts. */
function shortestEnds(automaton: TextAutomaton): number[] {
  const before: number[][] = automaton.map(() => []);
  for (const [state, { ways }] of automaton.entries()) for (const { next } of ways) before[next]?.push(state);
  const distances: number[] = [];
  let reached = automaton.flatMap(({ accepts }, state) => (accepts ? [state] : []));
  for (let distance = 0; reached.length > 0; distance++) {
    for (const state of reached) distances[state] = distance;
    const further = new Set(reached.flatMap((state) => before[state] ?? []));
    reached = [...further].filter((state) => distances[state] === undefined);
  }
  return distances;
}

/** The same texts without bounds beside the automaton. */
export function asAutomaton(text: BoundedText, budget: TextBudget): TextAutomaton {
  const { automaton, min, max } = text;
  if (min === 0 && max === Number.POSITIVE_INFINITY) return automaton;
  const last = countedUntil(text);
  return explore(
    { state: 0, count: 0 },
    {
      key: ({ state, count }) => count * automaton.length + state,
      accepts: ({ state, count }) => count >= min && automaton[state]?.accepts === true,
      ways: ({ state, count }) =>
        count >= max
          ? []
          : (automaton[state]?.ways ?? []).map(({ from, to, next }) => ({
              from,
              to,
              next: { state: next, count: Math.min(count + 1, last) },
            })),
    },
    budget,
  );
}
