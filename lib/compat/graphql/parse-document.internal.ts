import { GraphQlFault } from "./graph-ql-fault.internal.ts";

/** One field that is asked for, its arguments with the variables put in. */
export type Selection = {
  name: string;
  /** What the answer calls it. */
  alias: string;
  args: Record<string, unknown>;
  /** Null where none were written. */
  selections: Selection[] | null;
};
export type Document = { operation: "query" | "mutation"; selections: Selection[] };

const MAX_DEPTH = 16;
const TOKEN =
  /(?<ignored>[\s,\uFEFF]+|#[^\n\r]*)|(?<text>"(?:\\.|[^"\\\n])*")|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<name>[_A-Za-z]\w*)|(?<sign>\.\.\.|[!$&():=@[\]{|}])/y;

/** Reads a document of one operation without fragments and directives, which is what clients send; throws `GraphQlFault` for any other. */
export function parseDocument(source: string, variables: Record<string, unknown>): Document {
  return new Parser(tokensOf(source), variables).document();
}

type Token = { kind: "text" | "number" | "name" | "sign" | "end"; value: string };

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < source.length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(source)?.groups;
    if (!groups) throw new GraphQlFault(`Syntax Error: unexpected character at ${at}`);
    const { text, number, name, sign } = groups;
    if (text !== undefined) tokens.push({ kind: "text", value: text });
    else if (number !== undefined) tokens.push({ kind: "number", value: number });
    else if (name !== undefined) tokens.push({ kind: "name", value: name });
    else if (sign !== undefined) tokens.push({ kind: "sign", value: sign });
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #variables: Record<string, unknown>;
  #at = 0;

  constructor(tokens: readonly Token[], variables: Record<string, unknown>) {
    this.#tokens = tokens;
    this.#variables = variables;
  }

  document(): Document {
    const operation = this.#is("name") ? this.#operation() : "query";
    const selections = this.#selections(0);
    if (this.#next.kind !== "end") throw this.#unexpected();
    return { operation, selections };
  }

  #operation(): Document["operation"] {
    const { value } = this.#take("name");
    if (value !== "query" && value !== "mutation")
      throw new GraphQlFault(`A ${value} is not supported; send one query or mutation`);
    if (this.#is("name")) this.#at++;
    if (this.#skip("(")) while (!this.#skip(")")) this.#variable();
    return value;
  }

  /** Its type and default say nothing that the answer would need. */
  #variable(): void {
    this.#expect("$");
    this.#take("name");
    this.#expect(":");
    while (this.#is("name") || ["[", "]", "!"].includes(this.#next.value)) this.#at++;
    if (this.#skip("=")) this.#value(0);
  }

  #selections(depth: number): Selection[] {
    if (depth > MAX_DEPTH) throw new GraphQlFault(`The query is nested deeper than ${MAX_DEPTH} fields`);
    this.#expect("{");
    const selections: Selection[] = [];
    while (!this.#skip("}")) selections.push(this.#selection(depth));
    if (selections.length === 0) throw new GraphQlFault("A selection needs at least one field");
    return selections;
  }

  #selection(depth: number): Selection {
    const alias = this.#take("name").value;
    const name = this.#skip(":") ? this.#take("name").value : alias;
    const args = this.#skip("(") ? this.#members(")", depth) : {};
    return { name, alias, args, selections: this.#next.value === "{" ? this.#selections(depth + 1) : null };
  }

  #members(end: string, depth: number): Record<string, unknown> {
    const members: [string, unknown][] = [];
    while (!this.#skip(end)) {
      const { value: name } = this.#take("name");
      this.#expect(":");
      members.push([name, this.#value(depth + 1)]);
    }
    return Object.fromEntries(members);
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new GraphQlFault(`A value is nested deeper than ${MAX_DEPTH}`);
    if (this.#skip("$")) {
      const { value: name } = this.#take("name");
      return Object.hasOwn(this.#variables, name) ? this.#variables[name] : null;
    }
    if (this.#skip("{")) return this.#members("}", depth);
    if (this.#skip("[")) return this.#list(depth);
    const { kind, value } = this.#next;
    if (kind === "sign" || kind === "end") throw this.#unexpected();
    this.#at++;
    if (kind === "name") return WORDS.has(value) ? WORDS.get(value) : value;
    return kind === "number" ? Number(value) : unquoted(value);
  }

  #list(depth: number): unknown[] {
    const elements: unknown[] = [];
    while (!this.#skip("]")) elements.push(this.#value(depth + 1));
    return elements;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", value: "" };
  }

  #is(kind: Token["kind"]): boolean {
    return this.#next.kind === kind;
  }

  #take(kind: Token["kind"]): Token {
    const token = this.#next;
    if (token.kind !== kind) throw this.#unexpected();
    this.#at++;
    return token;
  }

  #skip(sign: string): boolean {
    const isNext = this.#is("sign") && this.#next.value === sign;
    if (isNext) this.#at++;
    return isNext;
  }

  #expect(sign: string): void {
    if (!this.#skip(sign)) throw this.#unexpected();
  }

  #unexpected(): GraphQlFault {
    const { kind, value } = this.#next;
    const seen = kind === "end" ? "the end" : value.slice(0, 40);
    return new GraphQlFault(`Syntax Error: unexpected ${seen}; fragments and directives are not supported`);
  }
}

const WORDS = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function unquoted(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GraphQlFault(`Syntax Error: ${text.slice(0, 40)} is not a string`);
  }
}
