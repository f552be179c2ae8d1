import type { Db } from "#lib/platform/db/database.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { MadeWith } from "../made-with.ts";
import type { TrainingPlan } from "../training-plan.ts";
import { appendEvent } from "./append-event.ts";
import { type CancelAsked, cancelAsked, type JobHold, whileHeld } from "./hold.ts";
import { moveJob } from "./move-job.internal.ts";
import { setWaiting } from "./wait-for.ts";

/** More rewards than this are no picture any more, and every reader of the live stream gets them. */
const MAX_GROUPS = 1000;

type Beginning = Pick<TrainingPlan, "totalSteps" | "facts" | "groups"> & {
  /** The checkpoint that the job starts from. */
  readonly startCheckpointId?: string | null;
  /** What the weights depend on beside; null where it was written down before. */
  readonly madeWith?: MadeWith | null;
};

/**
 * Says what the job will do and that it begins; once for each job, however often it is interrupted. Answers whether it shall be cancelled
 * instead. Throws `Rejected` where a job that is taken up again would do another number of steps than it began with.
 */
export function startSteps(
  db: Db,
  hold: JobHold,
  { totalSteps, facts, groups, startCheckpointId = null, madeWith = null }: Beginning,
): Promise<CancelAsked> {
  return whileHeld(db, hold, async (tx, job) => {
    if (job.state === "cancelling") return cancelAsked(job);
    if (job.totalSteps !== null && job.totalSteps !== totalSteps)
      throw new Rejected(
        `The job had ${job.totalSteps} steps at its start and has ${totalSteps} now: its training data changed; create a new job`,
      );
    await setWaiting(tx, job, null);
    const isQueued = job.state === "queued";
    if (isQueued) await moveJob(tx, job, { to: "validating" });
    const made = madeWith === null ? {} : { madeWith };
    await tx.prisma.trainingJob.update({
      where: { id: job.id },
      data: { totalSteps, startCheckpointId, ...made },
    });
    await moveJob(tx, isQueued ? { ...job, state: "validating" } : job, { to: "running" });
    if (job.totalSteps === null) {
      const data = { ...facts, num_sequences: totalSteps };
      await appendEvent(tx, job.id, { type: "training_started", data, isListed: true });
      if (groups.length > 0) await appendEvent(tx, job.id, groupsEvent(groups));
    }
    return cancelAsked(job);
  });
}

function groupsEvent(groups: TrainingPlan["groups"]) {
  const shown = groups
    .slice(0, MAX_GROUPS)
    .map(({ rewards, isTrainable }) => ({ rewards, is_trainable: isTrainable }));
  return { type: "groups", data: { groups: shown, num_groups: groups.length }, isListed: false };
}
