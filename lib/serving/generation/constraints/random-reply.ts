import type { TokenConstraint } from "#lib/engine/port/port.ts";

/** Tokens of one byte each, and the one that ends a reply. */
export const BYTE_TOKENS = {
  tokenBytes: (id: number) => (id < 256 ? Uint8Array.of(id) : new Uint8Array()),
  endTokenIds: [256],
};
const [END] = BYTE_TOKENS.endTokenIds;
const CLOSERS = Array.from('"}]:,01', (character) => character.charCodeAt(0));
const PRINTABLE = Array.from({ length: 0x7f - 0x21 }, (_, index) => 0x21 + index);
const ALL = Array.from({ length: 256 }, (_, index) => index);
/** So long any byte comes; then those that bring a JSON text to its end. */
const FREE_BYTES = 40;
const MAX_BYTES = 4_000;

export type Draw = (below: number) => number;

/** A text that the constraint allows, drawn byte by byte to its end; null where it has no end in sight. Throws where nothing may follow. */
export function randomReply(constraint: TokenConstraint, draw: Draw): string | null {
  const bytes: number[] = [];
  while (bytes.length < MAX_BYTES) {
    const isLate = bytes.length > FREE_BYTES;
    if (constraint.allows(END ?? 0) && (isLate || draw(3) === 0)) return textOf(bytes);
    const pools = [...(isLate ? [CLOSERS] : []), ...(draw(10) > 0 ? [PRINTABLE] : []), ALL];
    const byte = pools.map((pool) => oneOf(pool, constraint, draw)).find((one) => one !== null) ?? null;
    if (byte === null) {
      if (constraint.allows(END ?? 0)) return textOf(bytes);
      throw new Error(`Nothing may follow ${Buffer.from(bytes).toString()}`);
    }
    constraint.accept(byte);
    bytes.push(byte);
  }
  return null;
}

function oneOf(pool: readonly number[], constraint: TokenConstraint, draw: Draw): number | null {
  const from = draw(pool.length);
  for (let index = 0; index < pool.length; index++) {
    const byte = pool[(from + index) % pool.length] ?? 0;
    if (constraint.allows(byte)) return byte;
  }
  return null;
}

/** Whether the whole text is allowed, and may end there. */
export function takes(constraint: TokenConstraint, text: string): boolean {
  for (const byte of Buffer.from(text)) {
    if (!constraint.allows(byte)) return false;
    constraint.accept(byte);
  }
  return constraint.allows(END ?? 0);
}

function textOf(bytes: readonly number[]): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
}

/** The same numbers for the same seed. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
