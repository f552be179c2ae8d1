import type { Graph, Value } from "./graph.ts";

/**
 * Reverse-mode differentiation while a graph is built: each operation applies its forward operators and records the rule that carries a
 * gradient back over it; `reverse` then applies the rules, last one first. Only what leads to a watched value is carried.
 */
export class Tape {
  readonly graph: Graph;
  readonly #steps: { readonly output: Value; readonly rule: (gradient: Value) => void }[] = [];
  readonly #watched = new Set<string>();
  readonly #gradients = new Map<string, Value>();

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** Asks for the gradient with respect to `value`. */
  watch(value: Value): Value {
    this.#watched.add(value.name);
    return value;
  }

  /** Whether a gradient with respect to `value` is wanted, for itself or on the way to another. */
  isWatched(value: Value): boolean {
    return this.#watched.has(value.name);
  }

  /** Returns `output`, which was computed from `inputs`; calls `rule` with the gradient of `output` if one of them is watched. */
  record(output: Value, inputs: readonly Value[], rule: (gradient: Value) => void): Value {
    if (!inputs.some((input) => this.isWatched(input))) return output;
    this.#watched.add(output.name);
    this.#steps.push({ output, rule });
    return output;
  }

  /** For rules: adds to the gradient of `value`. `add` is handed the sum so far, and is not called where nobody asked. */
  contribute(value: Value, add: (sum: Value | null) => Value): void {
    if (!this.isWatched(value)) return;
    this.#gradients.set(value.name, add(this.#gradients.get(value.name) ?? null));
  }

  /** Carries `gradient`, that of `output`, back to all that is watched. */
  reverse(output: Value, gradient: Value): void {
    this.#gradients.set(output.name, gradient);
    for (const step of this.#steps.toReversed()) {
      const arrived = this.#gradients.get(step.output.name);
      if (arrived) step.rule(arrived);
    }
  }

  /** The gradient with respect to `value`; throws if there is none. */
  gradientOf(value: Value): Value {
    const gradient = this.#gradients.get(value.name);
    if (!gradient)
      throw new Error(`No gradient arrived at ${value.name}; watch it and let the output depend on it`);
    return gradient;
  }
}
