import { advanceLoops as advance } from "#lib/evaluation/loop-work/advance-loops.ts";
import { log } from "#lib/platform/log.ts";
import type { Duty } from "./duty.ts";

/** Begins runs of loops and takes them on; the jobs and evaluations that they wait for are the work of others. */
export const advanceLoops: Duty = {
  name: "advance-loops",
  everyMs: 1000,
  run: async (db) => {
    const runs = await advance(db);
    if (runs > 0) log.debug({ runs }, "runs of loops taken on");
  },
};
