import { type Pause, pauseRun } from "#lib/evaluation/going-runs/pause-run.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import type { DueRlRun } from "./due-rl-run.internal.ts";

/** Looks at the run again after a while, and says what it waits for. */
export function pauseRlRun(db: Db, run: DueRlRun, pause: Pause): Promise<void> {
  return pauseRun(db, "rl_run", run, pause);
}
