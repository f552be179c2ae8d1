import type { CodePoints } from "./code-points.internal.ts";
import { ANY_CHARACTERS, parseRegex, type Regex } from "./regex-syntax.internal.ts";
import { both, complement, explore, type TextAutomaton } from "./text-automaton.internal.ts";
import type { TextBudget } from "./text-budget.internal.ts";
import { UnsupportedRegex } from "./unsupported-regex.internal.ts";

/** The texts in which the expression is found somewhere, as the keyword `pattern` has it. */
export function searchAutomaton(source: string, budget: TextBudget): TextAutomaton {
  return automatonOf(parseRegex(source, budget), budget, "search");
}

/** The texts that the expression takes from their beginning to their end. */
export function wholeAutomaton(source: string, budget: TextBudget): TextAutomaton {
  const regex = parseRegex(source, budget);
  const parts: Regex[] = [{ kind: "start" }, ...(regex.kind === "sequence" ? regex.parts : [regex])];
  return automatonOf({ kind: "sequence", parts: [...parts, { kind: "end" }] }, budget, "search");
}

type Mode = "search" | "beginning";

function automatonOf(regex: Regex, budget: TextBudget, mode: Mode): TextAutomaton {
  const { plain, conditions } = withoutLooks(regex);
  const own = plainAutomaton(plain, budget, mode);
  return conditions.reduce((found, { part, isNegative }) => {
    const condition = automatonOf(part, budget, "beginning");
    return both(found, isNegative ? complement(condition, budget) : condition, budget);
  }, own);
}

type Ahead = Extract<Regex, { kind: "ahead" }>;

/** Looks ahead from the beginning of the text are conditions of the whole text; elsewhere they stay, and are refused. */
function withoutLooks(regex: Regex): { plain: Regex; conditions: readonly Ahead[] } {
  const parts = regex.kind === "sequence" ? regex.parts : [regex];
  const starts = parts.findIndex(({ kind }) => kind !== "start");
  const end = parts.findIndex(({ kind }, index) => index >= starts && kind !== "ahead");
  const looks = parts.slice(Math.max(starts, 0), end < 0 ? parts.length : end);
  const conditions = looks.filter((part) => part.kind === "ahead");
  if (starts < 1 || conditions.length === 0) return { plain: regex, conditions: [] };
  return { plain: { kind: "sequence", parts: parts.filter((part) => !looks.includes(part)) }, conditions };
}

function plainAutomaton(regex: Regex, budget: TextBudget, mode: Mode): TextAutomaton {
  const before = mode === "search" ? [ANY_CHARACTERS] : [];
  const graph = new Graph(budget);
  const end = graph.add({ kind: "sequence", parts: [...before, regex, ANY_CHARACTERS] }, graph.node());
  type Place = { readonly nodes: readonly number[]; readonly isStart: boolean };
  return explore<Place>(
    { nodes: [0], isStart: true },
    {
      key: ({ nodes, isStart }) => `${isStart ? "^" : ""}${nodes.join()}`,
      accepts: ({ nodes, isStart }) => graph.reach(nodes, { isStart, isEnd: true }).includes(end),
      ways: ({ nodes, isStart }) =>
        partition(graph.characters(graph.reach(nodes, { isStart, isEnd: false }))).map(
          ({ from, to, targets }) => ({
            from,
            to,
            // What reads a character is all that counts of a place, and the end.
            next: { nodes: graph.reach(targets, { isStart: false, isEnd: false }), isStart: false },
          }),
        ),
    },
    budget,
  );
}

type Position = { readonly isStart: boolean; readonly isEnd: boolean };
type Node = {
  readonly reads: { set: CodePoints; to: number }[];
  readonly skips: { to: number; only: "start" | "end" | null }[];
};

/** The expression as a graph in which a step reads a character, or none. */
class Graph {
  readonly #nodes: Node[] = [];
  readonly #budget: TextBudget;

  constructor(budget: TextBudget) {
    this.#budget = budget;
  }

  node(): number {
    this.#budget.spend(1);
    return this.#nodes.push({ reads: [], skips: [] }) - 1;
  }

  /** Adds the expression after a node, and returns the node after it. */
  add(regex: Regex, from: number): number {
    switch (regex.kind) {
      case "characters": {
        const to = this.node();
        this.#nodes[from]?.reads.push({ set: regex.set, to });
        return to;
      }
      case "sequence":
        return regex.parts.reduce((at, part) => this.add(part, at), from);
      case "either": {
        const to = this.node();
        for (const option of regex.options) this.#skip(this.add(option, this.#after(from)), to);
        return to;
      }
      case "repeat":
        return this.#repeat(regex, from);
      case "start":
      case "end":
        return this.#after(from, regex.kind);
      case "ahead":
        throw new UnsupportedRegex("it looks ahead, and not from the beginning of the text");
      default:
        return regex satisfies never;
    }
  }

  #repeat({ part, min, max }: Extract<Regex, { kind: "repeat" }>, from: number): number {
    let at = this.#after(from);
    for (let count = 0; count < min; count++) {
      // Also where the part has no node of its own.
      this.#budget.spend(1);
      at = this.add(part, at);
    }
    const to = this.node();
    if (max === Number.POSITIVE_INFINITY) {
      const loop = this.#after(at);
      this.#skip(this.add(part, this.#after(loop)), loop);
      this.#skip(loop, to);
      return to;
    }
    for (let count = min; count < max; count++) {
      this.#skip(at, to);
      at = this.add(part, this.#after(at));
    }
    this.#skip(at, to);
    return to;
  }

  #after(from: number, only: "start" | "end" | null = null): number {
    const to = this.node();
    this.#skip(from, to, only);
    return to;
  }

  #skip(from: number, to: number, only: "start" | "end" | null = null): void {
    this.#nodes[from]?.skips.push({ to, only });
  }

  /** All nodes that are reached without a character, in order. */
  reach(nodes: readonly number[], { isStart, isEnd }: Position): number[] {
    const reached = new Set(nodes);
    for (const number of reached)
      for (const { to, only } of this.#nodes[number]?.skips ?? [])
        if (only === null || (only === "start" ? isStart : isEnd)) reached.add(to);
    this.#budget.spend(reached.size >> 1);
    return [...reached].sort((a, b) => a - b);
  }

  characters(nodes: readonly number[]): { set: CodePoints; to: number }[] {
    return nodes.flatMap((number) => this.#nodes[number]?.reads ?? []);
  }
}

/** Cuts what is read into ranges in which every character leads to the same nodes. */
function partition(reads: readonly { set: CodePoints; to: number }[]) {
  const edges = reads.flatMap(({ set, to }) =>
    set.flatMap(([first, last]) => [
      { at: first, to, change: 1 },
      { at: last + 1, to, change: -1 },
    ]),
  );
  edges.sort((a, b) => a.at - b.at);
  const open = new Map<number, number>();
  const ranges: { from: number; to: number; targets: number[] }[] = [];
  let from = 0;
  for (const { at, to, change } of edges) {
    if (at > from && open.size > 0) ranges.push({ from, to: at - 1, targets: [...open.keys()] });
    from = at;
    const count = (open.get(to) ?? 0) + change;
    if (count === 0) open.delete(to);
    else open.set(to, count);
  }
  return ranges;
}
