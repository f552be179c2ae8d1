import { expect, test } from "vitest";
import { shareOf } from "./watch-index-build.ts";

test("The share of an index that is built never falls from phase to phase", () => {
  const builds = [
    { phase: "initializing", blocks: null, tuples: null },
    { phase: "waiting for writers before build", blocks: null, tuples: null },
    { phase: "building index: scanning table", blocks: 0.5, tuples: null },
    { phase: "building index: scanning table", blocks: 1, tuples: null },
    { phase: "building index: sorting live tuples", blocks: 1, tuples: null },
    { phase: "building index: loading tuples in tree", blocks: 1, tuples: 0.5 },
    { phase: "waiting for writers before validation", blocks: 1, tuples: 1 },
    { phase: "index validation: scanning index", blocks: 0.5, tuples: null },
    { phase: "index validation: sorting tuples", blocks: 1, tuples: null },
    { phase: "index validation: scanning table", blocks: 0.5, tuples: null },
    { phase: "waiting for old snapshots", blocks: 1, tuples: null },
  ];
  expect(builds.map((build) => Number(shareOf(build).toFixed(3)))).toEqual([
    ...[0, 0, 0.2, 0.4, 0.4, 0.5, 0.6],
    ...[0.65, 0.7, 0.845, 0.99],
  ]);
});
