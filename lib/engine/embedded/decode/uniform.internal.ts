import { philox } from "#lib/engine/embedded/runtime/philox.ts";

/**
 * A uniform number in [0, 1) with 53 random bits. It depends on its arguments alone, so that a completion's draws do not depend on what else is
 * decoded. `seed` is any whole number of a double, negative ones included.
 */
export function uniform(seed: number, position: number, attempt: number): number {
  const key = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0] as const;
  const [high, low] = philox([position, attempt, SAMPLING, 0], key);
  return (high * 2 ** 21 + (low >>> 11)) / 2 ** 53;
}

/** Keeps these numbers apart from those that other parts draw with the same seed. */
const SAMPLING = 0x73616d70;
