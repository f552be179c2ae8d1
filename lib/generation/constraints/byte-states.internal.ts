/**
 * One way to read the text so far. A state never changes; `step` answers every state that a further byte leads to, none where the byte
 * cannot follow. States that read something are made with the state that follows it, so nested values need no stack.
 */
export type State = {
  /** Whether the text may end here. */
  readonly canEnd: boolean;
  step(byte: number): readonly State[];
};

/** Nothing may follow. */
export const END: State = { canEnd: true, step: () => [] };

/** Spaces that may begin a line at most. */
const MAX_INDENT = 32;
/** So many digits that a double holds the number: of whole numbers, behind the point, of the exponent. */
const MAX_DIGITS = { whole: 15, fraction: 17, exponent: 2 };

/** The text cannot end where something is being read. */
export function reading(step: (byte: number) => readonly State[]): State {
  return remembering(false, step);
}

/** Exactly these bytes. */
export function literal(bytes: Uint8Array, then: State, at = 0): State {
  if (at === bytes.length) return then;
  return reading((byte) => (byte === bytes[at] ? [literal(bytes, then, at + 1)] : []));
}

/** One of some bytes, each with what follows it. */
export function oneOf(choices: Readonly<Record<string, State | false | null>>): State {
  return reading((byte) => {
    const then = choices[String.fromCharCode(byte)];
    return then ? [then] : [];
  });
}

/** What may stand between two tokens: nothing, a space, or a new line with its indent. Small models get lost where more is allowed. */
export function spaces(then: State): State {
  return orElse(then, (byte) => {
    if (byte === NEW_LINE) return indent(then, MAX_INDENT);
    return byte === SPACE ? then : null;
  });
}

function indent(then: State, left: number): State {
  return orElse(then, (byte) => (left > 0 && byte === SPACE ? indent(then, left - 1) : null));
}

/** The rest of a string behind its opening quote, in valid UTF-8. Escapes spell no half of a surrogate pair. */
export function stringBody(then: State): State {
  const body: State = reading((byte) => {
    if (byte === QUOTE) return [then];
    if (byte === BACKSLASH) return [escaped];
    return character(byte, body);
  });
  const escaped = reading((byte) => {
    if (byte === LETTER_U) return [codePoint(body)];
    return '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? [body] : [];
  });
  return body;
}

/** What one byte inside a string leads to: nothing for control characters and what UTF-8 has no use for. */
function character(byte: number, then: State): readonly State[] {
  if (byte < 0x20) return [];
  if (byte < 0x80) return [then];
  for (const [first, last, low, high, more] of UTF8)
    if (byte >= first && byte <= last) return [within(low, high, continuation(more, then))];
  return [];
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
  const behind = exponent(then);
  return orElse(behind, (byte) => (byte === POINT ? digit(digits(MAX_DIGITS.fraction - 1, behind)) : null));
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

/** Four hexadecimal digits of a code point that is no half of a surrogate pair. */
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

function continuation(count: number, then: State): State {
  return count === 0 ? then : within(0x80, 0xbf, continuation(count - 1, then));
}

function within(low: number, high: number, then: State): State {
  return reading((byte) => (byte >= low && byte <= high ? [then] : []));
}

/** What `own` makes of a byte; where it makes nothing of it, what `then` does. */
function orElse(then: State, own: (byte: number) => State | null): State {
  return remembering(then.canEnd, (byte) => {
    const next = own(byte);
    return next ? [next] : then.step(byte);
  });
}

/** Answers the same states each time, so that readings which come to the same point are one from there on. */
function remembering(canEnd: boolean, step: (byte: number) => readonly State[]): State {
  const known = new Map<number, readonly State[]>();
  return {
    canEnd,
    step: (byte) => {
      const next = known.get(byte) ?? step(byte);
      known.set(byte, next);
      return next;
    },
  };
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
