import fc from "fast-check";
import { expect, test } from "vitest";
import { packSequences } from "./pack-sequences.ts";

test("conversations fill the first pack with room for them", () => {
  expect(packSequences([6, 5, 4, 5], 10)).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

test("a conversation longer than a pack has one to itself, and no conversations need none", () => {
  expect(packSequences([3, 20, 3], 10)).toEqual([[0, 2], [1]]);
  expect(packSequences([], 10)).toEqual([]);
});

test("no conversation is split, lost or doubled, and packs hold what they may", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 40 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 40 }), (given, length) => {
      const packs = packSequences(given, length);
      expect(packs.flat().toSorted((a, b) => a - b)).toEqual([...given.keys()]);
      for (const pack of packs) {
        const tokens = pack.reduce((sum, member) => sum + (given[member] ?? 0), 0);
        expect(pack.length === 1 || tokens <= length).toBe(true);
      }
    }),
    { seed: 22 },
  );
});
