import { totalEarlierThreads as totalThreads } from "#lib/traces/threads/total-earlier-threads.ts";
import type { Duty } from "./duty.ts";

/** Adds up the threads of projects that are older than the totals of threads; until it has, their summaries are read one by one. */
export const totalEarlierThreads: Duty = {
  name: "total-earlier-threads",
  everyMs: 300,
  restMs: 10_000,
  run: totalThreads,
};
