import type { House } from "./house.ts";

/** `found` says in figures what was seen; each fault is one sentence, and none of them is good. */
export type Outcome = { readonly found: string; readonly faults: readonly string[] };

export type Check = (house: House) => Promise<Outcome>;

/** A fault, unless all is well. */
export function unless(isWell: boolean, fault: string): string[] {
  return isWell ? [] : [fault];
}

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
