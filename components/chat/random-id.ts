/** 32 random hexadecimal digits. `crypto.randomUUID` is missing where the product is served over plain http inside a network. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A seed that a person can read out. */
export function randomSeed(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number % 1_000_000;
}
