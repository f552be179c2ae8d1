import { expect, test } from "vitest";
import type { DatasetCounts } from "#lib/contract/datasets/dataset-versions.ts";
import { builtWords } from "./built-words.ts";

const countsOf = (train: number, rejectedBy: Record<string, number> = {}) =>
  ({
    ...{ train, heldOut: 0, rejectedBy },
    rejected: Object.values(rejectedBy).reduce((sum, one) => sum + one, 0),
  }) as DatasetCounts;

test("a build that drops rows says how many, though the rest is a version that there was before", () => {
  const first = { number: 0, counts: countsOf(3) };
  const second = { number: 1, counts: countsOf(5) };
  expect(builtWords({ version: first, isNew: false, counts: first.counts }, second)).toEqual({
    ...{ title: "The rows are those of v0 again", detail: "2 rows fewer than v1 · 3 rows", tone: "success" },
  });
  expect(builtWords({ version: second, isNew: false, counts: second.counts }, first).detail).toBe(
    "2 rows more than v0 · 5 rows",
  );
  const other = { number: 2, counts: countsOf(3) };
  expect(builtWords({ version: first, isNew: false, counts: first.counts }, other).detail).toBe(
    "As many rows as v2, but others · 3 rows",
  );
});

test("what was rejected since is a change, and what waits for an answer is none", () => {
  const version = { number: 0, counts: countsOf(3, { tie: 1 }) };
  const build = (counts: DatasetCounts) => builtWords({ version, isNew: false, counts }, version);
  expect(build(countsOf(3, { tie: 3, open: 1 }))).toEqual({
    ...{ title: "No new rows since v0", detail: "2 more were rejected · 3 rows · 3 rejected · 1 open" },
    tone: "neutral",
  });
  expect(build(countsOf(3, { tie: 1, open: 4 })).title).toBe("Nothing has changed since v0");
  expect(builtWords({ version, isNew: true, counts: version.counts }, null)).toEqual({
    ...{ title: "v0 was built", detail: "3 rows · 1 rejected", tone: "success" },
  });
});
