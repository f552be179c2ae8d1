import { startCheckpointRuns } from "#lib/evaluation/work/start-checkpoint-runs.ts";
import { log } from "#lib/platform/log.ts";
import type { Duty } from "./duty.ts";

/** Starts the runs of evaluations that want each new checkpoint measured. */
export const measureCheckpoints: Duty = {
  name: "measure-checkpoints",
  everyMs: 2000,
  run: async (db) => {
    const runs = await startCheckpointRuns(db);
    if (runs > 0) log.info({ runs }, "new checkpoints are measured");
  },
};
