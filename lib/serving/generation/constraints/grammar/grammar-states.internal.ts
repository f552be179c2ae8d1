import { beginning, either, reading, State } from "../bytes/byte-states.internal.ts";
import { plainText } from "../text/text-states.internal.ts";
import type { Facts } from "./check-grammar.internal.ts";
import type { Expression, Grammar } from "./grammar.internal.ts";

/** Makes the states of a grammar, each when it is reached; what follows a rule is part of its state, so rules within rules need no stack. */
export class GrammarStates {
  readonly #grammar: Grammar;
  readonly #facts: Facts;
  readonly #known = new WeakMap<State, Map<Expression | string, State>>();

  constructor(grammar: Grammar, facts: Facts) {
    this.#grammar = grammar;
    this.#facts = facts;
  }

  start(then: State): State {
    return this.#rule(this.#grammar.start, then);
  }

  /** The same state for the same expression and what follows it. */
  #once(key: Expression | string, then: State, make: () => State): State {
    const known = this.#known.get(then) ?? new Map<Expression | string, State>();
    this.#known.set(then, known);
    const state = known.get(key) ?? make();
    known.set(key, state);
    return state;
  }

  #rule(name: string, then: State): State {
    const expression = this.#grammar.rules.get(name);
    if (!expression) throw new Error(`There is no rule ${name}`);
    return this.#once(name, then, () =>
      beginning(expression, then, (after) => this.#lazy(expression, after)),
    );
  }

  #state(expression: Expression, then: State): State {
    if (expression.kind === "rule") return this.#rule(expression.name, then);
    return this.#once(expression, then, () => this.#lazy(expression, then));
  }

  #lazy(expression: Expression, then: State): State {
    let made: State | null = null;
    const canEnd = then.canEnd && this.#facts.mayBeEmpty(expression);
    const state: State = new State(canEnd, (byte) => {
      made ??= this.#made(expression, then, state);
      return made.step(byte);
    });
    return state;
  }

  #made(expression: Expression, then: State, self: State): State {
    switch (expression.kind) {
      case "text":
        return literal(Buffer.from(expression.text.toWellFormed()), then);
      case "pattern":
        return plainText(expression.text, then);
      case "sequence":
        return expression.parts.reduceRight((after, part) => this.#state(part, after), then);
      case "either":
        return either(this.#ending(expression.options).map((option) => this.#state(option, then)));
      case "repeat":
        return this.#repeat(expression, then, self);
      case "rule":
        return this.#rule(expression.name, then);
      default:
        return expression satisfies never;
    }
  }

  #repeat(repeat: Extract<Expression, { kind: "repeat" }>, then: State, self: State): State {
    const { part, min, max } = repeat;
    if (max === 0 || !this.#facts.canEnd(part)) return then;
    if (min === 0 && max === Number.POSITIVE_INFINITY) return either([this.#state(part, self), then]);
    const less = { ...repeat, min: Math.max(min - 1, 0), max: max - 1 };
    const more = this.#state(part, this.#lazy(less, then));
    return min > 0 ? more : either([more, then]);
  }

  /** Those that come to an end. */
  #ending(options: readonly Expression[]): Expression[] {
    return options.filter((option) => this.#facts.canEnd(option));
  }
}

function literal(bytes: Uint8Array, then: State): State {
  return bytes.reduceRight((after, byte) => {
    const next = [after];
    return reading((read) => (read === byte ? next : []));
  }, then);
}
