import { sweepCheckpoints } from "#lib/models/checkpoints/sweep-checkpoints.ts";
import { log } from "#lib/platform/log.ts";
import { sweepFiles } from "#lib/training/files/sweep-files.ts";
import { sweepJobFolders } from "#lib/training/jobs/folders/sweep-job-folders.ts";
import type { Duty } from "./duty.ts";

/** Longer than any upload or export takes. */
const AGE_MS = 6 * 3_600_000;

/** Removes what processes that died left on the disk; it touches files alone, and never one that a row names. */
export const sweepRemains: Duty = {
  name: "sweep-remains",
  everyMs: 3_600_000,
  run: async (db) => {
    const files = await sweepFiles(db, AGE_MS);
    const checkpoints = await sweepCheckpoints(db, AGE_MS);
    const jobs = await sweepJobFolders(db, AGE_MS);
    if (files + checkpoints + jobs > 0) log.info({ files, checkpoints, jobs }, "remains on the disk removed");
  },
};
