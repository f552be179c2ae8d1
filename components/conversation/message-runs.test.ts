import fc from "fast-check";
import { expect, test } from "vitest";
import { hiddenBlocks, runsOf } from "./message-runs.ts";

test("a short conversation is drawn whole", () => {
  expect(runsOf(60, hiddenBlocks(60, new Set(), null))).toEqual([
    { from: 0, to: 60, isHidden: false, firstBlock: 0 },
  ]);
});

test("of a long one the start and the end are drawn, and each click opens a block more", () => {
  expect(
    runsOf(1_000, hiddenBlocks(1_000, new Set(), null)).map(({ from, to, isHidden }) => [from, to, isHidden]),
  ).toEqual([
    [0, 10, false],
    [10, 980, true],
    [980, 1_000, false],
  ]);
  expect(runsOf(1_000, hiddenBlocks(1_000, new Set([0]), null))[1]).toMatchObject({
    from: 40,
    isHidden: true,
    firstBlock: 1,
  });
});

test("whatever was opened, every message stands once in order, and a wanted one is drawn", () => {
  const opened = fc.array(fc.nat(40)).map((blocks) => new Set(blocks));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_200 }),
      opened,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (count, blocks, at) => {
        const wanted = Math.floor(at * count);
        const runs = runsOf(count, hiddenBlocks(count, blocks, wanted));
        expect(runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))).toEqual(
          Array.from({ length: count }, (_, i) => i),
        );
        expect(runs.find(({ from, to }) => wanted >= from && wanted < to)?.isHidden).toBe(false);
      },
    ),
  );
});
