import { boundedText } from "../text/bounded-text.internal.ts";
import { wholeAutomaton } from "../text/regex-automaton.internal.ts";
import type { TextBudget } from "../text/text-budget.internal.ts";
import { type Expression, type Grammar, UnsupportedGrammar } from "./grammar.internal.ts";
import { grammarTokens, type Token } from "./tokens.internal.ts";

const MAX_DEPTH = 100;
const MAX_RULES = 500;

/** Reads a grammar in GBNF, where it has `::=`, or else in Lark's notation. It begins with `root` or `start`, or else with its first rule. */
export function parseGrammar(source: string, budget: TextBudget): Grammar {
  const isLark = !source.includes("::=");
  const unheld = isLark ? /^\s*%(\w+)/m.exec(source) : null;
  if (unheld)
    throw new UnsupportedGrammar(`it has %${unheld[1]}, which is not held; write out what it stands for`);
  const rules = new Reader(grammarTokens(source, isLark), { isLark, budget }).rules();
  const [first] = rules.keys();
  const start = ["root", "start"].find((name) => rules.has(name)) ?? first;
  if (rules.size > MAX_RULES)
    throw new UnsupportedGrammar(`it has ${rules.size} rules, and at most ${MAX_RULES} are allowed`);
  if (start === undefined) throw new UnsupportedGrammar("it has no rules");
  return { start, rules };
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #isLark: boolean;
  readonly #budget: TextBudget;
  #at = 0;

  constructor(tokens: readonly Token[], { isLark, budget }: { isLark: boolean; budget: TextBudget }) {
    this.#tokens = tokens;
    this.#isLark = isLark;
    this.#budget = budget;
  }

  rules(): Map<string, Expression> {
    const rules = new Map<string, Expression>();
    while (this.#at < this.#tokens.length) {
      // Lark marks rules of which it keeps no node.
      if (this.#isLark) this.#skip("?");
      const name = this.#tokens[this.#at++];
      if (name?.kind !== "name" || !this.#skip(this.#isLark ? ":" : "::="))
        throw new UnsupportedGrammar(`a rule should begin at ${JSON.stringify(name?.value ?? "its end")}`);
      if (rules.has(name.value)) throw new UnsupportedGrammar(`the rule ${name.value} is there twice`);
      rules.set(name.value, this.#either(0));
    }
    return rules;
  }

  #is(sign: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === "sign" && token.value === sign;
  }

  #skip(sign: string): boolean {
    const isNext = this.#is(sign);
    if (isNext) this.#at++;
    return isNext;
  }

  #either(depth: number): Expression {
    if (depth > MAX_DEPTH) throw new UnsupportedGrammar(`it nests more than ${MAX_DEPTH} groups`);
    const options = [this.#sequence(depth)];
    while (this.#skip("|")) options.push(this.#sequence(depth));
    const [one] = options;
    return one && options.length === 1 ? one : { kind: "either", options };
  }

  #sequence(depth: number): Expression {
    const parts: Expression[] = [];
    while (!this.#isSequenceOver()) parts.push(this.#repeated(depth));
    // The name that Lark gives to an option.
    if (this.#isLark && this.#skip("->")) this.#at++;
    const [one] = parts;
    return one && parts.length === 1 ? one : { kind: "sequence", parts };
  }

  #isSequenceOver(): boolean {
    const token = this.#tokens[this.#at];
    if (!token || this.#is("|") || this.#is(")") || this.#is("]") || this.#is("->")) return true;
    const assignment = this.#isLark ? ":" : "::=";
    if (token.kind === "name") return this.#is(assignment, 1);
    return this.#isLark && this.#is("?") && this.#is(assignment, 2);
  }

  #repeated(depth: number): Expression {
    let part = this.#one(depth);
    for (let range = this.#range(); range; range = this.#range()) part = { kind: "repeat", part, ...range };
    return part;
  }

  #range(): { min: number; max: number } | null {
    if (this.#skip("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#skip("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#is("?") && !(this.#isLark && this.#is(":", 2))) {
      this.#at++;
      return { min: 0, max: 1 };
    }
    if (this.#isLark && this.#skip("~")) return this.#times();
    const token = this.#tokens[this.#at];
    const bounds = token?.kind === "sign" ? /^\{(\d*)(,?)(\d*)\}$/.exec(token.value) : null;
    if (!bounds) return null;
    this.#at++;
    const [, low = "", comma = "", high = ""] = bounds;
    const open = high === "" ? Number.POSITIVE_INFINITY : Number(high);
    return ordered(Number(low), comma === "" ? Number(low) : open);
  }

  /** Lark's `~ 2` and `~ 2..4`. */
  #times(): { min: number; max: number } {
    const min = Number(this.#tokens[this.#at++]?.value);
    const max = this.#skip("..") ? Number(this.#tokens[this.#at++]?.value) : min;
    return ordered(min, max);
  }

  #one(depth: number): Expression {
    const token = this.#tokens[this.#at++];
    switch (token?.kind) {
      case "name":
        return { kind: "rule", name: token.value };
      case "text":
        return { kind: "text", text: token.value };
      case "pattern":
      case "class":
        return this.#pattern(token.value);
    }
    if (token?.value === "(") return this.#closed(")", depth);
    if (token?.value === "." && !this.#isLark) return this.#pattern("[^\\n]");
    if (token?.value === "[") return { kind: "repeat", part: this.#closed("]", depth), min: 0, max: 1 };
    throw new UnsupportedGrammar(`it cannot be read at ${JSON.stringify(token?.value ?? "its end")}`);
  }

  #closed(sign: string, depth: number): Expression {
    const inner = this.#either(depth + 1);
    if (!this.#skip(sign)) throw new UnsupportedGrammar(`a group lacks its ${sign}`);
    return inner;
  }

  #pattern(source: string): Expression {
    const automaton = wholeAutomaton(source, this.#budget);
    const text = boundedText(automaton, { min: 0, max: Number.POSITIVE_INFINITY }, this.#budget);
    if (text) return { kind: "pattern", text };
    throw new UnsupportedGrammar(`the expression ${source} takes no text`);
  }
}

function ordered(min: number, max: number): { min: number; max: number } {
  if (Number.isInteger(min) && min <= max) return { min, max };
  throw new UnsupportedGrammar(`a repeat from ${min} to ${max} is none`);
}
