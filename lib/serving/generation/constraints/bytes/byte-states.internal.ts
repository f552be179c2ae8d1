/**
 * One way to read the text so far. A state never changes; `step` answers every state that a further byte leads to, none where the byte
 * cannot follow, and the same ones each time. States that read something are made with the state that follows it, so nested values need no stack.
 */
export class State {
  static #count = 0;
  /** Steps taken and states reached by any text so far; the difference says what one took. */
  static work = 0;
  readonly id = State.#count++;
  /** Whether the text may end here. */
  readonly canEnd: boolean;
  /** What begins here; null in the middle of something. */
  readonly begins: Beginning | null;
  readonly #next: (byte: number) => readonly State[];
  #known: Map<number, readonly State[]> | null = null;

  constructor(canEnd: boolean, next: (byte: number) => readonly State[], begins: Beginning | null = null) {
    this.canEnd = canEnd;
    this.#next = next;
    this.begins = begins;
  }

  step(byte: number): readonly State[] {
    const known = this.#known?.get(byte);
    if (known) return known;
    const next = this.#next(byte);
    State.work++;
    // What leads nowhere is remembered too: of readings within readings, each would ask all of those in it again.
    this.#known ??= new Map();
    this.#known.set(byte, next);
    return next;
  }
}

const NOWHERE: readonly State[] = [];

/** Two readings that begin the same at the same place are merged into one, followed by what follows either of them. */
export type Beginning = {
  readonly what: object;
  readonly then: State;
  /** The same, followed by another state. */
  followedBy(then: State): State;
};

/** Nothing may follow. */
export const END = new State(true, () => []);

/** Spaces that may begin a line at most. */
const MAX_INDENT = 32;
/** The most digits before the point, after it and in the exponent of which every number fits a double. */
const MAX_DIGITS = { whole: 15, fraction: 17, exponent: 2 };

/** The text cannot end where something is being read. */
export function reading(step: (byte: number) => readonly State[]): State {
  return new State(false, step);
}

/** What `make` reads, then what follows; it is known as the beginning of `what`. */
export function beginning(what: object, then: State, make: (then: State) => State): State {
  const made = make(then);
  const followedBy = (other: State) => beginning(what, other, make);
  return new State(made.canEnd, (byte) => made.step(byte), { what, then, followedBy });
}

/** Whatever one of these reads. */
export function either(states: readonly State[]): State {
  return new State(
    states.some(({ canEnd }) => canEnd),
    (byte) => allAfter(states, byte),
  );
}

/** The states after a byte from any of the given states, each once: readings within readings would multiply them. */
export function allAfter(states: readonly State[], byte: number): readonly State[] {
  const [one] = states;
  if (one && states.length === 1) return one.step(byte);
  const next = new Set<State>();
  for (const state of states) {
    const reached = state.step(byte);
    State.work += reached.length;
    for (const one of reached) next.add(one);
  }
  return [...next];
}

/** One of some bytes, each with what follows it. */
export function oneOf(choices: Readonly<Record<string, readonly State[]>>): State {
  const ways = Object.entries(choices).map(([character, next]) => ({ byte: character.charCodeAt(0), next }));
  return reading((byte) => ways.find((way) => way.byte === byte)?.next ?? NOWHERE);
}

/** White space between two tokens: none, a space, or a new line with its indent. Small models get lost if more is allowed. */
export function spaces(then: State): State {
  return orElse(then, (byte) => {
    if (byte === NEW_LINE) return indent(then, MAX_INDENT);
    return byte === SPACE ? then : null;
  });
}

function indent(then: State, left: number): State {
  return orElse(then, (byte) => (left > 0 && byte === SPACE ? indent(then, left - 1) : null));
}

/** A string after its opening quote, in valid UTF-8. Escapes never produce half of a surrogate pair. */
export function stringBody(then: State): State {
  const next = (byte: number): readonly State[] => {
    if (byte === QUOTE) return [then];
    if (byte === BACKSLASH) return [escaped];
    return character(byte);
  };
  const body = new State(false, next, { what: STRING_BODY, then, followedBy: stringBody });
  const escaped = reading((byte) => {
    if (byte === LETTER_U) return [codePoint(body)];
    return '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? [body] : [];
  });
  const character = characters(body);
  return body;
}

const STRING_BODY = {};

/** The states after one byte of a string; none for control characters and invalid UTF-8. */
function characters(then: State): (byte: number) => readonly State[] {
  const last = within(0x80, 0xbf, then);
  const after = [then, last, within(0x80, 0xbf, last)];
  const sequences = UTF8.map(([first, end, low, high, more]) => ({
    first,
    end,
    next: [within(low, high, after[more] ?? then)],
  }));
  return (byte) => {
    if (byte < 0x20) return [];
    if (byte < 0x80) return [then];
    return sequences.find(({ first, end }) => byte >= first && byte <= end)?.next ?? NOWHERE;
  };
}

/** A whole number, or with `hasFraction` any number. */
export function number(hasFraction: boolean, then: State): State {
  const tail = hasFraction ? fraction(then) : then;
  const unsigned = reading((byte) => {
    if (byte === ZERO) return [tail];
    return isDigit(byte) ? [digits(MAX_DIGITS.whole - 1, tail)] : [];
  });
  return reading((byte) => (byte === MINUS ? [unsigned] : unsigned.step(byte)));
}

function fraction(then: State): State {
  const after = exponent(then);
  return orElse(after, (byte) => (byte === POINT ? digit(digits(MAX_DIGITS.fraction - 1, after)) : null));
}

function exponent(then: State): State {
  const unsigned = digit(digits(MAX_DIGITS.exponent - 1, then));
  const signed = reading((byte) => (byte === MINUS || byte === PLUS ? [unsigned] : unsigned.step(byte)));
  return orElse(then, (byte) => (byte === LETTER_E || byte === CAPITAL_E ? signed : null));
}

function digit(then: State): State {
  return reading((byte) => (isDigit(byte) ? [then] : []));
}

/** None to `most` digits. */
function digits(most: number, then: State): State {
  return orElse(then, (byte) => (most > 0 && isDigit(byte) ? digits(most - 1, then) : null));
}

/** Four hexadecimal digits of a code point that is not half of a surrogate pair. */
function codePoint(then: State): State {
  const hex = (next: State): State => reading((byte) => (isHex(byte) ? [next] : []));
  const lastTwo = hex(hex(then));
  const second = hex(lastTwo);
  const secondBehindD = within(ZERO, ZERO + 7, lastTwo);
  return reading((byte) => {
    if (!isHex(byte)) return [];
    return [byte === LETTER_D || byte === CAPITAL_D ? secondBehindD : second];
  });
}

function within(low: number, high: number, then: State): State {
  return reading((byte) => (byte >= low && byte <= high ? [then] : []));
}

/** The states after a byte by `own` or, if it has none, by `then`. */
function orElse(then: State, own: (byte: number) => State | null): State {
  return new State(then.canEnd, (byte) => {
    const next = own(byte);
    return next ? [next] : then.step(byte);
  });
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

function isHex(byte: number): boolean {
  const folded = byte | 0x20;
  return isDigit(byte) || (folded >= 0x61 && folded <= 0x66);
}

const [SPACE, NEW_LINE] = [0x20, 0x0a];
const [QUOTE, BACKSLASH, ZERO, MINUS, PLUS, POINT] = [0x22, 0x5c, 0x30, 0x2d, 0x2b, 0x2e];
const [LETTER_U, LETTER_E, CAPITAL_E, LETTER_D, CAPITAL_D] = [0x75, 0x65, 0x45, 0x64, 0x44];

/** Well-formed sequences of more than one byte (Unicode, table 3-7): range of the first byte, of the second, and how many follow. */
const UTF8: readonly (readonly [number, number, number, number, number])[] = [
  [0xc2, 0xdf, 0x80, 0xbf, 0],
  [0xe0, 0xe0, 0xa0, 0xbf, 1],
  [0xe1, 0xec, 0x80, 0xbf, 1],
  [0xed, 0xed, 0x80, 0x9f, 1],
  [0xee, 0xef, 0x80, 0xbf, 1],
  [0xf0, 0xf0, 0x90, 0xbf, 2],
  [0xf1, 0xf3, 0x80, 0xbf, 2],
  [0xf4, 0xf4, 0x80, 0x8f, 2],
];
