import { log } from "#lib/platform/log.ts";
import { buryJobs } from "#lib/training/jobs/bury-jobs.ts";
import type { Duty } from "./duty.ts";

/** Ends training jobs that no trainer will end, so that nobody waits for their last event for ever; also where no trainer runs at all. */
export const buryTrainingJobs: Duty = {
  name: "bury-training-jobs",
  everyMs: 2_000,
  run: async (db) => {
    const jobs = await buryJobs(db);
    if (jobs > 0) log.warn({ jobs }, "training jobs ended whose trainer is gone");
  },
};
