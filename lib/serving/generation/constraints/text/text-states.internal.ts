import { beginning, reading, State } from "../bytes/byte-states.internal.ts";
import { type BoundedText, countedUntil } from "./bounded-text.internal.ts";
import { stateAfter, type Way } from "./text-automaton.internal.ts";

/** A string of the text after its opening quote, to its closing one. Characters may be escaped. */
export function quotedText(text: BoundedText, then: State): State {
  return beginning(text, then, (after) => new TextStates(text, after, true).at(0, 0));
}

/** The text itself, as it is. */
export function plainText(text: BoundedText, then: State): State {
  return beginning(text, then, (after) => new TextStates(text, after, false).at(0, 0));
}

/** States of one text that is followed by one state; each place of the text is one state. */
class TextStates {
  readonly #text: BoundedText;
  readonly #then: State;
  readonly #isQuoted: boolean;
  readonly #last: number;
  readonly #known = new Map<number, State>();

  constructor(text: BoundedText, then: State, isQuoted: boolean) {
    this.#text = text;
    this.#then = then;
    this.#isQuoted = isQuoted;
    this.#last = countedUntil(text);
  }

  at(state: number, count: number): State {
    const key = count * this.#text.automaton.length + state;
    const known = this.#known.get(key) ?? this.#make(state, count);
    this.#known.set(key, known);
    return known;
  }

  #make(state: number, count: number): State {
    const { automaton, min, isOpen } = this.#text;
    const mayEnd = count >= min && automaton[state]?.accepts === true;
    const longer = Math.min(count + 1, this.#last);
    const isFull = count >= this.#text.max;
    const ways = isFull ? [] : (automaton[state]?.ways ?? []).filter(({ next }) => isOpen(next, longer));
    const character = new Character(ways, (codePoint) => {
      const next = stateAfter(automaton, state, codePoint);
      return next === null || isFull || !isOpen(next, longer) ? [] : [this.at(next, longer)];
    });
    if (this.#isQuoted) return this.#quoted(character, mayEnd);
    const canEnd = mayEnd && this.#then.canEnd;
    return new State(canEnd, (byte) => {
      const own = character.plain(byte);
      return mayEnd ? [...own, ...this.#then.step(byte)] : own;
    });
  }

  #quoted(character: Character, mayEnd: boolean): State {
    return reading((byte) => {
      if (byte === QUOTE) return mayEnd ? [this.#then] : [];
      if (byte === BACKSLASH)
        return character.mayBeEscaped ? [reading((next) => character.escape(next))] : [];
      return byte < 0x20 ? [] : character.plain(byte);
    });
  }
}

/** One character of some ranges, by its bytes. */
class Character {
  readonly #ways: readonly Way[];
  readonly #after: (codePoint: number) => readonly State[];

  constructor(ways: readonly Way[], after: (codePoint: number) => readonly State[]) {
    this.#ways = ways;
    this.#after = after;
  }

  plain(byte: number): readonly State[] {
    if (byte < 0x80) return this.#after(byte);
    const lead = LEADS.find(({ first, last }) => byte >= first && byte <= last);
    return lead ? this.#continued(byte & lead.mask, lead.more, lead.least) : [];
  }

  /** Further bytes of the character; `least` keeps out those that fewer bytes could write. */
  #continued(value: number, more: number, least: number): readonly State[] {
    if (more === 0) return value >= least ? this.#after(value) : [];
    const from = Math.max(value << (6 * more), least);
    if (!this.#reaches(from, ((value + 1) << (6 * more)) - 1)) return [];
    return [
      reading((byte) =>
        byte >= 0x80 && byte <= 0xbf ? this.#continued((value << 6) | (byte & 0x3f), more - 1, least) : [],
      ),
    ];
  }

  get mayBeEscaped(): boolean {
    return this.#reaches(0, 0xffff);
  }

  /** What follows a backslash. */
  escape(byte: number): readonly State[] {
    if (byte === LETTER_U) return this.#hex(0, 4);
    const codePoint = ESCAPES.get(byte);
    return codePoint === undefined ? [] : this.#after(codePoint);
  }

  #hex(value: number, digits: number): readonly State[] {
    if (digits === 0) return this.#after(value);
    if (!this.#reaches(value << (4 * digits), ((value + 1) << (4 * digits)) - 1)) return [];
    return [
      reading((byte) => {
        const digit = Number.parseInt(String.fromCharCode(byte), 16);
        return Number.isNaN(digit) ? [] : this.#hex((value << 4) | digit, digits - 1);
      }),
    ];
  }

  #reaches(from: number, to: number): boolean {
    return from <= to && this.#ways.some((way) => way.from <= to && way.to >= from);
  }
}

const [QUOTE, BACKSLASH, LETTER_U] = [0x22, 0x5c, 0x75];
const ESCAPES = new Map(
  Object.entries({ '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }).map(
    ([letter, character]) => [letter.charCodeAt(0), character.charCodeAt(0)],
  ),
);
/** First bytes of longer characters: their own bits, how many bytes follow, and the least code point. */
const LEADS = [
  { first: 0xc2, last: 0xdf, mask: 0x1f, more: 1, least: 0x80 },
  { first: 0xe0, last: 0xef, mask: 0x0f, more: 2, least: 0x800 },
  { first: 0xf0, last: 0xf4, mask: 0x07, more: 3, least: 0x10000 },
];
