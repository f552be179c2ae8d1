import { pauseRun } from "#lib/evaluation/going-runs/pause-run.internal.ts";
import { beginRun } from "#lib/evaluation/loops/begin-run.internal.ts";
import { readWhen } from "#lib/evaluation/loops/loop-parts.internal.ts";
import { type Hindrance, hindranceOf } from "#lib/evaluation/work/hindrance.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { Conflict, InvalidRequest } from "#lib/platform/errors.ts";
import { type DueLoopRun, findBeginning, findDueLoopRuns } from "./due-loops.internal.ts";
import { endLoopRun } from "./end-loop-run.internal.ts";
import { type OpenLoopRun, openLoopRun } from "./open-loop-run.internal.ts";
import { takeStep } from "./take-step.internal.ts";

/** Tries in a row that came to nothing, after which a run is given up. */
const MAX_IDLE_ROUNDS = 5;
const MAX_PAUSE_SECONDS = 60;

/**
 * Begins runs of loops whose time has come, and takes each run that is due one step on. Nothing is kept between two steps, so a worker that dies in the
 * middle is followed by one that sees where the run stands. Answers how many runs were worked on.
 */
export async function advanceLoops(db: Db): Promise<number> {
  for (const { id, projectId } of await findBeginning(db)) await beginByItself(db, { id, projectId });
  const due = await findDueLoopRuns(db);
  for (const run of due) await advanceLoopRun(db, run);
  return due.length;
}

/** Looked at again once nobody else can begin it. */
async function beginByItself(db: Db, { id, projectId }: { id: string; projectId: string }): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRow(tx, "loop", { projectId, id });
    const [loop] = await findBeginning(tx, id);
    if (!loop) return;
    const when = readWhen(loop.begins);
    const trigger = when.kind === "answers" ? "answers" : "schedule";
    await beginRun(tx, { projectId, loop: { id, when }, trigger, userId: loop.updatedBy });
  });
}

async function advanceLoopRun(db: Db, run: DueLoopRun): Promise<void> {
  const open = await openLoopRun(db, run);
  if ("refused" in open)
    return endLoopRun(db, run, { as: "failed", outcome: open.refused }, { pauses: true });
  try {
    await takeStep(open);
  } catch (error) {
    await afterFault(open, error);
  }
}

/** What the service refuses it would refuse again; anything else may pass. */
async function afterFault({ run, ctx }: OpenLoopRun, error: unknown): Promise<void> {
  if (error instanceof Conflict && !error.retryable) {
    const as = error.code === "empty" ? "skipped" : "failed";
    return endLoopRun(ctx.db, run, { as, outcome: error.message });
  }
  if (error instanceof InvalidRequest)
    return endLoopRun(ctx.db, run, {
      as: "failed",
      outcome: error.problems.map(({ msg }) => msg.replace(/^Value error, /, "")).join("; "),
    });
  const { hindrance, message }: Hindrance = hindranceOf(error, ctx.signal);
  const isFinal = hindrance === "run" || hindrance === "row";
  const isGivenUp = hindrance === "asked" && run.idleRounds + 1 >= MAX_IDLE_ROUNDS;
  if (isFinal || isGivenUp) return endLoopRun(ctx.db, run, { as: "failed", outcome: message });
  const seconds = Math.min(2 ** run.idleRounds, MAX_PAUSE_SECONDS);
  await pauseRun(ctx.db, "loop_run", run, { seconds, waitingFor: message, isIdle: true });
}
