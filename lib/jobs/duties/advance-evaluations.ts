import { advanceRuns } from "#lib/evaluation/work/advance-runs.ts";
import { log } from "#lib/platform/log.ts";
import type { Duty } from "./duty.ts";

const EVERY_MS = 300;

/** Measures what runs of evaluations have not measured yet; it waits for models most of the time, beside the other duties. */
export const advanceEvaluations: Duty = {
  name: "advance-evaluations",
  everyMs: EVERY_MS,
  run: async (db) => {
    const answers = await advanceRuns(db, { lookAgainMs: EVERY_MS });
    if (answers > 0) log.debug({ answers }, "answers of evaluations measured");
  },
};
