import { reading, State } from "./bytes/byte-states.internal.ts";

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** Letters of escapes that are the only way to write a character. */
const NEEDED = new Set(Array.from('"\\bfnrt', (letter) => letter.charCodeAt(0)));

type Texts = {
  /** The texts that came already, as they are written. */
  readonly came: ReadonlySet<string>;
  /** What follows a further one. */
  then(written: string): State;
};

/**
 * A string after its opening quote that is none of those that came. `inner` reads any of its texts, to its closing quote. Characters are
 * written in one way only, so that equal texts are written alike.
 */
export function distinctText(inner: (end: State) => State, texts: Texts): State {
  const end = new State(false, () => []);
  return from(inner(end), { written: "", isEscape: false }, { ...texts, end });
}

type Read = { readonly written: string; readonly isEscape: boolean };

function from(state: State, { written, isEscape }: Read, texts: Texts & { readonly end: State }): State {
  return reading((byte) => {
    if (isEscape && !NEEDED.has(byte)) return [];
    if (byte === QUOTE && !isEscape && texts.came.has(written)) return [];
    const longer = {
      written: written + String.fromCharCode(byte),
      isEscape: byte === BACKSLASH && !isEscape,
    };
    return state
      .step(byte)
      .map((next) => (next === texts.end ? texts.then(written) : from(next, longer, texts)));
  });
}
