/** A seed that a person can read out. */
export function randomSeed(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number % 1_000_000;
}
