import { advanceRlRuns as advance } from "#lib/evaluation/rl-work/advance-rl-runs.ts";
import { log } from "#lib/platform/log.ts";
import type { Duty } from "./duty.ts";

/** Takes runs of reinforcement on; it waits for the sampler and the trainer most of the time, beside the other duties. */
export const advanceRlRuns: Duty = {
  name: "advance-rl-runs",
  everyMs: 300,
  run: async (db) => {
    const runs = await advance(db);
    if (runs > 0) log.debug({ runs }, "reinforcement runs taken on");
  },
};
