import fc from "fast-check";
import { expect, test } from "vitest";
import type { SplitUnit } from "#lib/datasets/candidate.ts";
import { assignSplits, splitKey } from "./assign-splits.ts";

const RULE = { heldOut: 0.3, seed: 1 };

/** Items of a project in the order of adding; few threads and prompts, so that they often share some. */
const project = fc
  .array(fc.record({ thread: fc.nat(12), trace: fc.nat(20), prompt: fc.nat(15) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((items) =>
    items.map(
      ({ thread, trace, prompt }, n): SplitUnit => ({
        source: 0,
        itemId: `item ${n}`,
        addedAt: new Date(n),
        keys: [`thread ${thread}`, `trace ${trace}`, `prompt ${prompt}`],
      }),
    ),
  );

function partOf({ heldOut, between }: ReturnType<typeof assignSplits>, unit: SplitUnit) {
  if (between.has(splitKey(unit))) return "none";
  return heldOut.has(splitKey(unit)) ? "held_out" : "train";
}

test("no thread, trace or prompt is in both parts", () => {
  fc.assert(
    fc.property(project, (units) => {
      const splits = assignSplits(units, RULE);
      const partByKey = new Map<string, string>();
      for (const unit of units) {
        const part = partOf(splits, unit);
        if (part === "none") continue;
        for (const key of unit.keys) {
          expect(partByKey.get(key) ?? part).toBe(part);
          partByKey.set(key, part);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test("what is added later moves nothing, in whatever order the items are read", () => {
  fc.assert(
    fc.property(project, fc.nat(), (units, at) => {
      const early = units.slice(0, 1 + (at % units.length));
      const [before, after] = [assignSplits(early, RULE), assignSplits(units.toReversed(), RULE)];
      for (const unit of early) expect(partOf(after, unit)).toBe(partOf(before, unit));
    }),
    { numRuns: 1000 },
  );
});

test("what was held out before stays so and takes along what belongs together with it, whenever it was added", () => {
  const unit = (n: number, keys: string[], isHeldOut = false) => ({
    source: 0,
    itemId: `${n}`,
    addedAt: new Date(n),
    keys,
    isHeldOut,
  });
  const units = [unit(0, ["a"]), unit(1, ["a", "b"]), unit(2, ["b"], true), unit(3, ["c"], true)];
  const { heldOut, between } = assignSplits(units, { heldOut: 0, seed: 1 });
  expect([...heldOut].sort()).toEqual(["0 2", "0 3"]);
  expect([...between]).toEqual(["0 1"]);
});

test("about as many as asked are held out, others by another seed, and none of a share of 0", () => {
  const units = Array.from({ length: 2000 }, (_, n) => ({
    source: 0,
    itemId: `item ${n}`,
    addedAt: new Date(n),
    keys: [`thread ${n}`],
  }));
  const { heldOut, between } = assignSplits(units, RULE);
  expect(heldOut.size / units.length).toBeCloseTo(0.3, 1);
  expect(between.size).toBe(0);
  expect(assignSplits(units, { ...RULE, seed: 2 }).heldOut).not.toEqual(heldOut);
  expect(assignSplits(units, { ...RULE, heldOut: 0 }).heldOut.size).toBe(0);
});
