import type { Ctx } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import type { CancelCause } from "#lib/contract/training/job-states.ts";
import { goingJobsOf, type Meant } from "#lib/datasets/retractions/retraction-impact.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

/** Cancels the jobs that still learn from what is meant, where the actor may; one that has ended just now stays as it is. */
export async function cancelLearners(ctx: Ctx, meant: Meant, cause: CancelCause): Promise<number> {
  const allowed = await allowedProjects(ctx.db, ctx.actor, "training:write");
  const writable = new Set(allowed.map(({ path }) => path));
  const going = (await goingJobsOf(ctx, meant)).filter(({ projectId }) => writable.has(projectId));
  for (const { id } of going) await askCancel(ctx.db, id, { asked: { by: ctx.actor.userId, cause } });
  return going.length;
}
