import { expect, test } from "vitest";
import { addInBatches } from "./add-in-batches.ts";

const IDS = Array.from({ length: 1203 }, (_, i) => `call-${i}`);

function watched(stopAfter = Number.POSITIVE_INFINITY) {
  const stop = new AbortController();
  const batches: string[][] = [];
  const progress: number[] = [];
  const added = addInBatches(IDS, {
    signal: stop.signal,
    onProgress: (done) => {
      progress.push(done);
      if (done >= stopAfter) stop.abort();
    },
    addBatch: async (ids) => {
      batches.push(ids);
      return { addedCount: ids.length - 2, duplicates: 1, pending: ids.slice(0, 1) };
    },
  });
  return { added, batches, progress };
}

test("every call is added once, in order, and the answers add up", async () => {
  const { added, batches, progress } = watched();
  expect(await added).toEqual({
    addedCount: 1197,
    duplicates: 3,
    pending: ["call-0", "call-500", "call-1000"],
    done: 1203,
  });
  expect(batches.flat()).toEqual(IDS);
  expect(progress).toEqual([500, 1000, 1203]);
});

test("when stopped, it reports how many were added", async () => {
  const { added, batches } = watched(500);
  expect(await added).toMatchObject({ addedCount: 498, done: 500 });
  expect(batches).toHaveLength(1);
});
