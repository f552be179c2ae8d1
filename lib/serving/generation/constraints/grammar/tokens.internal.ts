import { UnsupportedGrammar } from "./grammar.internal.ts";

/** `name` is a rule or a terminal, `sign` anything that is written with signs only; texts have their escapes read. */
export type Token = { readonly kind: "name" | "text" | "class" | "pattern" | "sign"; readonly value: string };

const MAX_CHARACTERS = 30_000;
const MAX_SHOWN_CHARS = 40;

const COMMENT = /(?:\s|#[^\n]*|\/\/[^\n]*)+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_-]*/y;
const TEXT = /"((?:[^"\\\n]|\\.)*)"(i?)/y;
const CLASS = /\[(?:[^\]\\\n]|\\.)*\]/y;
const PATTERN = /\/((?:[^/\\\n]|\\.)+)\/([a-z]*)/y;
const SIGN = /::=|->|\.\.|\{\d*(?:,\d*)?\}|[:()|*+?.~[\]]|\d+/y;

/** Reads the signs of a grammar in the notation of GBNF (`::=`), or in that of Lark (`:`), in which brackets make optional. */
export function grammarTokens(source: string, isLark: boolean): Token[] {
  if (source.length > MAX_CHARACTERS)
    throw new UnsupportedGrammar(
      `it has ${source.length} characters, and at most ${MAX_CHARACTERS} are allowed`,
    );
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; ) {
    const space = matchAt(COMMENT, source, at);
    if (space) {
      at += space[0].length;
      continue;
    }
    const { token, length } = tokenAt(source, at, isLark);
    tokens.push(token);
    at += length;
  }
  return tokens;
}

function tokenAt(source: string, at: number, isLark: boolean): { token: Token; length: number } {
  const name = matchAt(NAME, source, at);
  if (name) return { token: { kind: "name", value: name[0] }, length: name[0].length };
  const text = matchAt(TEXT, source, at);
  if (text?.[2]) throw new UnsupportedGrammar("it has texts of either case; write the characters out");
  if (text) return { token: { kind: "text", value: unescaped(text[1] ?? "") }, length: text[0].length };
  const characters = isLark ? null : matchAt(CLASS, source, at);
  if (characters) return { token: { kind: "class", value: characters[0] }, length: characters[0].length };
  const pattern = isLark ? matchAt(PATTERN, source, at) : null;
  if (pattern?.[2]) throw new UnsupportedGrammar(`flags of an expression are not held: ${pattern[2]}`);
  if (pattern) return { token: { kind: "pattern", value: pattern[1] ?? "" }, length: pattern[0].length };
  const sign = matchAt(SIGN, source, at);
  if (sign) return { token: { kind: "sign", value: sign[0] }, length: sign[0].length };
  throw new UnsupportedGrammar(
    `it cannot be read at ${JSON.stringify(source.slice(at, at + MAX_SHOWN_CHARS))}`,
  );
}

function matchAt(expression: RegExp, source: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(source);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  f: "\f",
  b: "\b",
  v: "\v",
  "0": "\0",
};

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g,
    (_, x, u, long, letter) => {
      const code = Number.parseInt(x ?? u ?? long ?? "", 16);
      if (Number.isNaN(code)) return ESCAPES[letter] ?? letter;
      if (code > 0x10ffff) throw new UnsupportedGrammar("a text has an escape that is no character");
      return String.fromCodePoint(code);
    },
  );
}
