import { ALL, allBut, type CodePoints, union } from "./code-points.internal.ts";
import { classEscape, propertyClass } from "./regex-classes.internal.ts";
import type { TextBudget } from "./text-budget.internal.ts";
import { UnsupportedRegex } from "./unsupported-regex.internal.ts";

/** A regular expression as a tree. */
export type Regex =
  | { readonly kind: "characters"; readonly set: CodePoints }
  | { readonly kind: "sequence"; readonly parts: readonly Regex[] }
  | { readonly kind: "either"; readonly options: readonly Regex[] }
  | { readonly kind: "repeat"; readonly part: Regex; readonly min: number; readonly max: number }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | { readonly kind: "ahead"; readonly part: Regex; readonly isNegative: boolean };

const MAX_LENGTH = 20_000;
const MAX_DEPTH = 100;

/** Reads the expressions of ECMAScript, those with the flag `u` and escapes of punctuation that only others allow. */
export function parseRegex(source: string, budget: TextBudget): Regex {
  if (source.length > MAX_LENGTH)
    throw new UnsupportedRegex(`it has ${source.length} characters, and at most ${MAX_LENGTH} are allowed`);
  const reader = new Reader(Array.from(source), budget);
  const regex = reader.either(0);
  if (!reader.isAtEnd) throw new UnsupportedRegex("it closes a group that it does not open");
  return regex;
}

const LINE_ENDS: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 };

class Reader {
  readonly #characters: readonly string[];
  readonly #budget: TextBudget;
  #at = 0;

  constructor(characters: readonly string[], budget: TextBudget) {
    this.#characters = characters;
    this.#budget = budget;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  get #next(): string {
    return this.#characters[this.#at] ?? "";
  }

  #take(): string {
    if (this.isAtEnd) throw new UnsupportedRegex("it ends too early");
    return this.#characters[this.#at++] ?? "";
  }

  #skip(text: string): boolean {
    const isNext = this.#characters.slice(this.#at, this.#at + text.length).join("") === text;
    if (isNext) this.#at += text.length;
    return isNext;
  }

  #until(end: string): string {
    const from = this.#at;
    while (this.#take() !== end);
    return this.#characters.slice(from, this.#at - 1).join("");
  }

  either(depth: number): Regex {
    if (depth > MAX_DEPTH) throw new UnsupportedRegex(`it nests more than ${MAX_DEPTH} groups`);
    const options = [this.#sequence(depth)];
    while (this.#skip("|")) options.push(this.#sequence(depth));
    const [one] = options;
    return one && options.length === 1 ? one : { kind: "either", options };
  }

  #sequence(depth: number): Regex {
    const parts: Regex[] = [];
    while (!this.isAtEnd && this.#next !== "|" && this.#next !== ")") parts.push(this.#term(depth));
    const [one] = parts;
    return one && parts.length === 1 ? one : { kind: "sequence", parts };
  }

  #term(depth: number): Regex {
    const part = this.#atom(depth);
    const range = this.#quantifier();
    if (!range) return part;
    if (part.kind === "start" || part.kind === "end" || part.kind === "ahead")
      throw new UnsupportedRegex("it repeats what reads nothing");
    this.#skip("?");
    return { kind: "repeat", part, ...range };
  }

  #quantifier(): { min: number; max: number } | null {
    if (this.#skip("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#skip("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#skip("?")) return { min: 0, max: 1 };
    if (!this.#skip("{")) return null;
    const bounds = /^(\d{1,9})(,?)(\d{0,9})$/.exec(this.#until("}"));
    if (!bounds) throw new UnsupportedRegex("a brace in it is neither a number of repeats nor escaped");
    const [, low = "", comma = "", high = ""] = bounds;
    const min = Number(low);
    const open = high === "" ? Number.POSITIVE_INFINITY : Number(high);
    const max = comma === "" ? min : open;
    if (max < min) throw new UnsupportedRegex(`it repeats at least ${min} and at most ${max} times`);
    return { min, max };
  }

  #atom(depth: number): Regex {
    const character = this.#take();
    switch (character) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "characters", set: allBut(LINE_ENDS) };
      case "(":
        return this.#group(depth);
      case "[":
        return { kind: "characters", set: this.#class() };
      case "\\":
        return { kind: "characters", set: this.#escape(false) };
      case "*":
      case "+":
      case "?":
      case "{":
        throw new UnsupportedRegex(`there is nothing before ${character} that it could repeat`);
      default:
        return { kind: "characters", set: only(codeOf(character)) };
    }
  }

  #group(depth: number): Regex {
    const ahead = this.#skip("?=") ? "is" : this.#skip("?!") ? "not" : null;
    if (ahead === null && !this.#skip("?:") && this.#skip("?")) {
      if (this.#next !== "<" || ["=", "!"].includes(this.#characters[this.#at + 1] ?? ""))
        throw new UnsupportedRegex("it looks back, or has flags within");
      this.#until(">");
    }
    const part = this.either(depth + 1);
    if (!this.#skip(")")) throw new UnsupportedRegex("it opens a group that it does not close");
    return ahead === null ? part : { kind: "ahead", part, isNegative: ahead === "not" };
  }

  #class(): CodePoints {
    const isNegative = this.#skip("^");
    const sets: CodePoints[] = [];
    while (!this.#skip("]")) {
      const first = this.#classMember();
      const isRange = this.#next === "-" && !["]", ""].includes(this.#characters[this.#at + 1] ?? "");
      const low = isRange ? single(first) : null;
      if (low === null) {
        sets.push(first);
        continue;
      }
      this.#take();
      const high = single(this.#classMember());
      if (high === null || high < low) throw new UnsupportedRegex("a range of its characters runs backwards");
      sets.push([[low, high]]);
    }
    const set = union(sets);
    return isNegative ? allBut(set) : set;
  }

  #classMember(): CodePoints {
    const character = this.#take();
    return character === "\\" ? this.#escape(true) : only(codeOf(character));
  }

  #escape(isInClass: boolean): CodePoints {
    const letter = this.#take();
    const set = classEscape(letter);
    if (set) return set;
    if (letter === "p" || letter === "P") {
      if (!this.#skip("{")) throw new UnsupportedRegex("its \\p names no property");
      return propertyClass(this.#until("}"), letter === "P", this.#budget);
    }
    if (letter === "b" && isInClass) return only(8);
    if (Object.hasOwn(CONTROLS, letter)) return only(CONTROLS[letter] ?? 0);
    if (letter === "c") return only(codeOf(this.#take()) % 32);
    if (letter === "x") return only(this.#hex(2));
    if (letter === "u") return only(this.#unicode());
    if (/^[a-zA-Z0-9]$/.test(letter))
      throw new UnsupportedRegex(`no automaton over characters holds its \\${letter}`);
    return only(codeOf(letter));
  }

  #unicode(): number {
    if (this.#skip("{")) {
      const code = Number.parseInt(this.#until("}"), 16);
      if (code <= 0x10ffff) return code;
      throw new UnsupportedRegex("it has a \\u{…} that is no character");
    }
    const first = this.#hex(4);
    if (first < 0xd800 || first > 0xdbff || !this.#skip("\\u")) return first;
    return 0x10000 + ((first - 0xd800) << 10) + (this.#hex(4) - 0xdc00);
  }

  #hex(digits: number): number {
    const text = Array.from({ length: digits }, () => this.#take()).join("");
    if (!/^[0-9a-fA-F]+$/.test(text)) throw new UnsupportedRegex(`\\u and \\x want hexadecimal digits`);
    return Number.parseInt(text, 16);
  }
}

/** The one code point of a set, or null. */
function single(set: CodePoints): number | null {
  const [range] = set;
  return range && set.length === 1 && range[0] === range[1] ? range[0] : null;
}

function only(codePoint: number): CodePoints {
  return union([[[codePoint, codePoint]]]);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

export const ANY_CHARACTERS: Regex = {
  kind: "repeat",
  part: { kind: "characters", set: ALL },
  min: 0,
  max: Number.POSITIVE_INFINITY,
};
