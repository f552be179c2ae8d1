import { expect, test } from "vitest";
import { batchedLoader } from "./batched-loader.ts";

/** A loader of upper-case letters that knows no `x`, with its requests and a way to start a round. */
function aLoader(most = 3, fault?: Error) {
  const requests: string[][] = [];
  const rounds: (() => void)[] = [];
  const load = batchedLoader<string>({
    loadMany: async (ids) => {
      requests.push(ids);
      if (fault) throw fault;
      return new Map(ids.filter((id) => id !== "x").map((id) => [id, id.toUpperCase()]));
    },
    most,
    schedule: (start) => rounds.push(start),
  });
  return { load, requests, nextRound: () => rounds.shift()?.() };
}

test("what is asked for in one round goes in requests of the greatest size, each id once", async () => {
  const { load, requests, nextRound } = aLoader();
  const asked = ["a", "b", "a", "c", "d"].map(load);
  nextRound();
  expect(await Promise.all(asked)).toEqual(["A", "B", "A", "C", "D"]);
  expect(requests).toEqual([["a", "b", "c"], ["d"]]);
  const later = load("a");
  nextRound();
  expect(await later).toBe("A");
  expect(requests).toHaveLength(3);
});

test("what is not found is null, and a failure reaches everyone who asked", async () => {
  const { load, nextRound } = aLoader();
  const missing = load("x");
  nextRound();
  expect(await missing).toBeNull();
  const failing = aLoader(1, new Error("away"));
  const asked = ["a", "b"].map((id) => failing.load(id));
  failing.nextRound();
  expect(await Promise.allSettled(asked)).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
});
