import { WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { appendEvent } from "./append-event.ts";
import { MAX_ATTEMPTS } from "./free-jobs.ts";
import { type HeldJob, type JobHold, type JobTerms, pauseAfter, whileHeld } from "./hold.ts";
import { insertCheckpoint, type WrittenCheckpoint } from "./insert-checkpoint.internal.ts";
import { mayMove } from "./job-state.internal.ts";
import { CANCELLED_MESSAGE, endWithout, moveJob } from "./move-job.internal.ts";
import { setWaiting } from "./wait-for.ts";

/**
 * Ends a job that did all its steps, or as many as were wanted: its checkpoint appears in the same moment as `training_ended`. Answers the checkpoint's step, or null
 * where the job was cancelled before.
 */
export function completeJob(db: Db, hold: JobHold, checkpoint: WrittenCheckpoint): Promise<number | null> {
  return whileHeld(db, hold, async (tx, job) => {
    if (leavesNothing(job)) {
      await endWithout(tx, job, { to: "cancelled", message: CANCELLED_MESSAGE });
      return null;
    }
    const { jobStep = job.step } = checkpoint;
    const step = await insertCheckpoint(tx, job, { ...checkpoint, jobStep, isInterim: false });
    const data = {
      checkpoint_id: checkpoint.id,
      checkpoint_step: step,
      steps: job.step,
      ...(jobStep === job.step ? {} : { kept_step: jobStep }),
    };
    await appendEvent(tx, job.id, { type: "training_ended", data, isListed: true });
    await moveJob(tx, job, { to: "completed" });
    return step;
  });
}

/** Ends a job that cannot succeed. One that was being cancelled ends cancelled, whatever else went wrong. */
export function failJob(db: Db, hold: JobHold, message: string): Promise<void> {
  return whileHeld(db, hold, (tx, job) => endBadly(tx, job, message));
}

/** Ends a job that was asked to stop. */
export function finishCancelled(db: Db, hold: JobHold): Promise<void> {
  return whileHeld(db, hold, (tx, job) =>
    endWithout(tx, job, { to: "cancelled", message: CANCELLED_MESSAGE }),
  );
}

/** Gives a job back for another trainer to continue at once: this attempt does not count. `waitingFor` says what this one lacked. */
export function handBackJob(db: Db, hold: JobHold, waitingFor: string | null = null): Promise<void> {
  return whileHeld(db, hold, (tx, job) => handBack(tx, job, waitingFor));
}

/** The same so that other jobs have their turn; this one's comes again. */
export function makeWay(db: Db, hold: JobHold): Promise<void> {
  return whileHeld(db, hold, async (tx, job) => {
    await tx.query(sql`update training_job set made_way_at = clock_timestamp() where id = ${job.id}`);
    await handBack(tx, job, WAITS_FOR_TURN);
  });
}

async function handBack(tx: Db, job: HeldJob, waitingFor: string | null): Promise<void> {
  if (leavesNothing(job)) {
    await endWithout(tx, job, { to: "cancelled", message: CANCELLED_MESSAGE });
    return;
  }
  await tx.query(sql`
    update training_job set attempts = greatest(attempts - 1, 0), claims = greatest(claims - 1, 0), lease_until = null,
      holder = null, next_attempt_at = clock_timestamp()
    where id = ${job.id}`);
  await setWaiting(tx, job, waitingFor);
  // One that is being cancelled waits as that for a trainer who writes what it has learned.
  if (mayMove(job.state, "queued"))
    await moveJob(tx, job, { to: "queued", ...(waitingFor === null ? {} : { why: waitingFor }) });
}

/** After a fault that may pass: the job is tried again after a pause, or given up where its tries are spent. */
export function retryJob(db: Db, hold: JobHold, fault: { message: string; terms: JobTerms }): Promise<void> {
  return whileHeld(db, hold, async (tx, job) => {
    if (job.attempts >= MAX_ATTEMPTS || leavesNothing(job)) {
      await endBadly(tx, job, `After ${job.attempts} attempts: ${fault.message}`);
      return;
    }
    await tx.query(sql`
      update training_job set lease_until = null, holder = null, error_message = ${storableText(fault.message)},
        next_attempt_at = clock_timestamp() + ${pauseAfter(fault.terms.pauseMs, sql`attempts`)}
      where id = ${job.id}`);
    await tellProject(tx, job.projectId, "jobs");
  });
}

/** Whether it is being cancelled, and nothing of it shall be kept. */
function leavesNothing({ state, keepsOnCancel }: HeldJob): boolean {
  return state === "cancelling" && !keepsOnCancel;
}

function endBadly(tx: Db, job: HeldJob, message: string): Promise<void> {
  if (job.state === "cancelling") return endWithout(tx, job, { to: "cancelled", message: CANCELLED_MESSAGE });
  return endWithout(tx, job, { to: "failed", message });
}
