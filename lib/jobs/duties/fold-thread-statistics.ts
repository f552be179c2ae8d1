import { log } from "#lib/platform/log.ts";
import { foldThreads } from "#lib/traces/threads/fold-threads.ts";
import type { Duty } from "./duty.ts";

/** Keeps the summaries of threads close to their calls, so that reads need not recompute many. */
export const foldThreadStatistics: Duty = {
  name: "fold-thread-statistics",
  everyMs: 500,
  run: async (db) => {
    const threads = await foldThreads(db);
    if (threads > 0) log.debug({ threads }, "thread statistics folded");
  },
};
