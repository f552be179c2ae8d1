import { philox, type Words2 } from "./philox.ts";

/**
 * Uniform numbers in [0, 1), one with each call. Seed and stream's name decide them all: streams of other names are independent, so what
 * one part of a model draws does not depend on how much another drew before.
 */
export function randomNumbers(seed: number, stream: string): () => number {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`A seed is a whole number from 0 to 2^53 − 1, not ${seed}`);
  const key: Words2 = [seed >>> 0, hash(stream)];
  const seedHigh = Math.floor(seed / TWO_32);
  let block: readonly number[] = [];
  let count = 0;
  return () => {
    const lane = count % 4;
    const index = (count - lane) / 4;
    if (lane === 0) block = philox([index >>> 0, Math.floor(index / TWO_32), seedHigh, 0], key);
    count += 1;
    return (block[lane] ?? 0) / TWO_32;
  };
}

const TWO_32 = 2 ** 32;

/** FNV-1a over the UTF-16 units: spreads names over the second word of the key. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
