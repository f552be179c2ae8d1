import { testsAreWhole } from "#lib/platform/env.ts";

/** How many of something a test does: `usual` each time that all tests run, and `whole`, as many as are promised, in `npm run proof:loop`. */
export function testSize({ usual, whole }: { usual: number; whole: number }): number {
  return testsAreWhole() ? whole : usual;
}
