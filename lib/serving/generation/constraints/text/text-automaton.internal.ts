import type { TextBudget } from "./text-budget.internal.ts";

/** A range of code points and the state that they lead to. */
export type Way = { readonly from: number; readonly to: number; readonly next: number };
type TextState = { readonly accepts: boolean; readonly ways: readonly Way[] };

/**
 * A deterministic automaton over code points. It begins in the first state, ways are sorted, and every state leads to one that accepts:
 * one without states takes no text at all.
 */
export type TextAutomaton = readonly TextState[];

/** Any text. */
export const ANY_TEXT: TextAutomaton = [
  {
    accepts: true,
    ways: [
      { from: 0, to: 0xd7ff, next: 0 },
      { from: 0xe000, to: 0x10ffff, next: 0 },
    ],
  },
];

/** How an automaton is found: from a place, every place that is reached, known by a key. */
export type Places<P> = {
  key(place: P): string | number;
  accepts(place: P): boolean;
  ways(place: P): readonly { readonly from: number; readonly to: number; readonly next: P }[];
};

export function explore<P>(start: P, places: Places<P>, budget: TextBudget): TextAutomaton {
  const numbers = new Map([[places.key(start), 0]]);
  const found = [start];
  const states: TextState[] = [];
  for (const place of found) {
    const ways = places.ways(place);
    budget.spend(ways.length + 1);
    const numbered = ways.map(({ from, to, next }) => {
      const key = places.key(next);
      const number = numbers.get(key) ?? found.push(next) - 1;
      numbers.set(key, number);
      return { from, to, next: number };
    });
    states.push({ accepts: places.accepts(place), ways: joined(numbered) });
  }
  return withoutDeadEnds(states);
}

/** Neighbouring ranges with the same target become one. */
function joined(ways: readonly Way[]): Way[] {
  const sorted = [...ways].sort((a, b) => a.from - b.from);
  const result: Way[] = [];
  for (const way of sorted) {
    const last = result.at(-1);
    if (last && last.next === way.next && last.to + 1 === way.from)
      result[result.length - 1] = { ...last, to: way.to };
    else result.push(way);
  }
  return result;
}

function withoutDeadEnds(states: readonly TextState[]): TextAutomaton {
  const before: number[][] = states.map(() => []);
  for (const [number, { ways }] of states.entries()) for (const { next } of ways) before[next]?.push(number);
  const alive = new Set(states.flatMap(({ accepts }, number) => (accepts ? [number] : [])));
  for (const number of alive) for (const from of before[number] ?? []) alive.add(from);
  if (!alive.has(0)) return [];
  const kept = states.flatMap((_, number) => (alive.has(number) ? [number] : []));
  const numbers = new Map(kept.map((number, index) => [number, index]));
  return kept.flatMap((number) => {
    const state = states[number];
    if (!state) return [];
    const ways = state.ways.flatMap(({ from, to, next }) => {
      const target = numbers.get(next);
      return target === undefined ? [] : [{ from, to, next: target }];
    });
    return [{ accepts: state.accepts, ways }];
  });
}

/** The texts that both take. */
export function both(a: TextAutomaton, b: TextAutomaton, budget: TextBudget): TextAutomaton {
  if (a === ANY_TEXT) return b;
  if (b === ANY_TEXT) return a;
  if (a.length === 0 || b.length === 0) return [];
  return explore<readonly [number, number]>(
    [0, 0],
    {
      key: ([i, j]) => i * b.length + j,
      accepts: ([i, j]) => a[i]?.accepts === true && b[j]?.accepts === true,
      ways: ([i, j]) => commonWays(a[i]?.ways ?? [], b[j]?.ways ?? []),
    },
    budget,
  );
}

function commonWays(a: readonly Way[], b: readonly Way[]) {
  const common: { from: number; to: number; next: readonly [number, number] }[] = [];
  for (let i = 0, j = 0; ; ) {
    const [one, other] = [a[i], b[j]];
    if (!one || !other) return common;
    const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
    if (from <= to) common.push({ from, to, next: [one.next, other.next] });
    if (one.to < other.to) i++;
    else j++;
  }
}

/** The texts that it does not take. */
export function complement(automaton: TextAutomaton, budget: TextBudget): TextAutomaton {
  if (automaton.length === 0) return ANY_TEXT;
  const sink = automaton.length;
  return explore(
    0,
    {
      key: (state) => state,
      accepts: (state) => automaton[state]?.accepts !== true,
      ways: (state) => {
        const ways = automaton[state]?.ways ?? [];
        return [...ways, ...gaps(ways).map(([from, to]) => ({ from, to, next: sink }))];
      },
    },
    budget,
  );
}

/** What no way leads over, halves of surrogate pairs left out. */
function gaps(ways: readonly Way[]): [number, number][] {
  const found: [number, number][] = [];
  let next = 0;
  for (const { from, to } of [...ways, { from: 0x110000, to: 0x110000 }]) {
    if (from > next) found.push([next, from - 1]);
    next = to + 1;
  }
  return found.flatMap(([from, to]): [number, number][] => {
    const parts: [number, number][] = [
      [from, Math.min(to, 0xd7ff)],
      [Math.max(from, 0xe000), to],
    ];
    return parts.filter(([low, high]) => low <= high);
  });
}

/** Exactly these texts. */
export function listedTexts(texts: readonly string[], budget: TextBudget): TextAutomaton {
  const all = texts.map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
  type Place = { readonly at: number; readonly left: readonly number[][] };
  return explore<Place>(
    { at: 0, left: all },
    {
      key: ({ at, left }) => String.fromCodePoint(...(left[0]?.slice(0, at) ?? [])),
      accepts: ({ at, left }) => left.some((text) => text.length === at),
      ways: ({ at, left }) => {
        const longer = left.filter((text) => text.length > at);
        const byNext = Map.groupBy(longer, (text) => text[at] ?? 0);
        return Array.from(byNext, ([from, rest]) => ({ from, to: from, next: { at: at + 1, left: rest } }));
      },
    },
    budget,
  );
}

/** The state after a code point; null where it cannot follow. */
export function stateAfter(automaton: TextAutomaton, state: number, codePoint: number): number | null {
  const ways = automaton[state]?.ways ?? [];
  let [low, high] = [0, ways.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ways[middle]?.to ?? 0) < codePoint) low = middle + 1;
    else high = middle;
  }
  const way = ways[low];
  return way && way.from <= codePoint ? way.next : null;
}

export function takesText(automaton: TextAutomaton, text: string): boolean {
  let state: number | null = automaton.length > 0 ? 0 : null;
  for (const character of text) {
    if (state === null) return false;
    state = stateAfter(automaton, state, character.codePointAt(0) ?? 0);
  }
  return state !== null && automaton[state]?.accepts === true;
}
