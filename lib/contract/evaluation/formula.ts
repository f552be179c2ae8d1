/**
 * Arithmetic over named numbers, as `multi` graders combine scores: numbers, names, `+ - * / ^`, parentheses and the functions below.
 * It is read once, so that what is wrong with it shows when a grader is stored and not when it grades.
 */
export type Formula = {
  /** Names of numbers that it needs, each once. */
  readonly names: readonly string[];
  /** What it comes to; it may be no finite number. */
  value(numbers: ReadonlyMap<string, number>): number;
};

/** The sentence says what is wrong, and where. */
export class FormulaFault extends Error {}

const MAX_LENGTH = 2000;
const MAX_DEPTH = 50;

const FUNCTIONS: Readonly<Record<string, { arity: "one" | "many"; of: (...values: number[]) => number }>> = {
  min: { arity: "many", of: Math.min },
  max: { arity: "many", of: Math.max },
  abs: { arity: "one", of: Math.abs },
  floor: { arity: "one", of: Math.floor },
  ceil: { arity: "one", of: Math.ceil },
  exp: { arity: "one", of: Math.exp },
  sqrt: { arity: "one", of: Math.sqrt },
  log: { arity: "one", of: Math.log },
};

/** Names that a number cannot have. */
export const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS);

export function readFormula(text: string): Formula {
  if (text.length > MAX_LENGTH)
    throw new FormulaFault(`the formula has ${text.length} characters; ${MAX_LENGTH} are allowed`);
  const reader = new Reader(tokensOf(text));
  const value = reader.whole();
  return { names: [...reader.names], value };
}

type Value = (numbers: ReadonlyMap<string, number>) => number;
type Token = { kind: "number" | "name" | "sign"; text: string; at: number };

const TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|([-+*/^(),]))/y;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) throw new FormulaFault(`"${text.slice(at).trim().slice(0, 20)}" cannot be read`);
    const [all, number, name, sign] = found;
    const kind = number !== undefined ? "number" : name !== undefined ? "name" : "sign";
    tokens.push({ kind, text: number ?? name ?? sign ?? "", at });
    at += all.length;
  }
  return tokens;
}

/** Reads by descent: sums of products of signs of powers of atoms. */
class Reader {
  readonly names = new Set<string>();
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Value {
    const value = this.#sum();
    const rest = this.#tokens[this.#next];
    if (rest) throw new FormulaFault(`"${rest.text}" is not expected there; an operator may be missing`);
    return value;
  }

  #sum(): Value {
    let left = this.#product();
    for (let sign = this.#takeOf("+-"); sign; sign = this.#takeOf("+-")) {
      const [one, other] = [left, this.#product()];
      left = sign === "+" ? (given) => one(given) + other(given) : (given) => one(given) - other(given);
    }
    return left;
  }

  #product(): Value {
    let left = this.#signed();
    for (let sign = this.#takeOf("*/"); sign; sign = this.#takeOf("*/")) {
      const [one, other] = [left, this.#signed()];
      left = sign === "*" ? (given) => one(given) * other(given) : (given) => one(given) / other(given);
    }
    return left;
  }

  /** A sign binds less than a power: −2^2 is −4. */
  #signed(): Value {
    const sign = this.#takeOf("+-");
    if (!sign) return this.#power();
    const value = this.#deeper(() => this.#signed());
    return sign === "-" ? (given) => -value(given) : value;
  }

  /** From the right: 2^3^2 is 2^9. */
  #power(): Value {
    const base = this.#atom();
    if (!this.#takeOf("^")) return base;
    const exponent = this.#deeper(() => this.#signed());
    return (given) => base(given) ** exponent(given);
  }

  #atom(): Value {
    const token = this.#tokens[this.#next++];
    if (!token) throw new FormulaFault("the formula ends too early");
    if (token.kind === "number") {
      const number = Number(token.text);
      return () => number;
    }
    if (token.kind === "name")
      return Object.hasOwn(FUNCTIONS, token.text) ? this.#call(token) : this.#named(token);
    if (token.text !== "(") throw new FormulaFault(`"${token.text}" is not expected there`);
    const inner = this.#deeper(() => this.#sum());
    this.#expect(")");
    return inner;
  }

  #named({ text }: Token): Value {
    this.names.add(text);
    return (given) => given.get(text) ?? Number.NaN;
  }

  #call({ text }: Token): Value {
    const called = FUNCTIONS[text];
    this.#expect("(");
    const values = [this.#deeper(() => this.#sum())];
    while (this.#takeOf(",")) values.push(this.#deeper(() => this.#sum()));
    this.#expect(")");
    if (called?.arity === "one" && values.length !== 1)
      throw new FormulaFault(`${text} takes one value, not ${values.length}`);
    return (given) => called?.of(...values.map((value) => value(given))) ?? Number.NaN;
  }

  #deeper(read: () => Value): Value {
    if (++this.#depth > MAX_DEPTH)
      throw new FormulaFault(`the formula is nested more than ${MAX_DEPTH} deep`);
    const value = read();
    this.#depth--;
    return value;
  }

  #takeOf(signs: string): string | null {
    const token = this.#tokens[this.#next];
    if (token?.kind !== "sign" || !signs.includes(token.text)) return null;
    this.#next++;
    return token.text;
  }

  #expect(sign: string): void {
    if (this.#takeOf(sign)) return;
    const found = this.#tokens[this.#next];
    throw new FormulaFault(`a "${sign}" is missing ${found ? `before "${found.text}"` : "at the end"}`);
  }
}
