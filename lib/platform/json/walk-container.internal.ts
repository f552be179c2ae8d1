/** Bytes of a JSON text; `to` is exclusive. */
export type Range = { from: number; to: number };

type Walked = { bytes: Uint8Array; large: ReadonlyMap<number, number> };
type Seen = {
  /** A comma between two elements or members of the container itself. */
  comma?: (at: number) => void;
  /** A large list or object that the container itself holds; the walk steps over it. */
  child?: (range: Range) => void;
};

/** Walks the list or object in a range, brackets included, and reports its children and commas. */
export function walkContainer({ bytes, large }: Walked, { from, to }: Range, { comma, child }: Seen): void {
  let depth = 0;
  for (let i = from + 1; i < to - 1; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const end = large.get(i);
      if (end === undefined) depth++;
      else {
        // Only small values are between here and the container, and none of them contains a large one.
        child?.({ from: i, to: end });
        i = end - 1;
      }
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    else if (byte === COMMA && depth === 0) comma?.(i);
  }
}

/** Where the string that begins at `from` has its closing quote. */
function endOfString(bytes: Uint8Array, from: number): number {
  let i = from + 1;
  for (; i < bytes.length && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++;
  return i;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
