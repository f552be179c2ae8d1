import type { Ctx } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import type { createRetraction as contract } from "#lib/contract/datasets/retractions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { retractAnswers } from "#lib/datasets/retractions/retract-answers.ts";
import { goingJobsOf, type Meant } from "#lib/datasets/retractions/retraction-impact.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

type Endpoint = typeof contract;

/** Once the retraction is stored, it is looked for jobs that learn from what it means: a loop may have queued one since somebody looked. */
export function createRetraction(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { cancelJobs = false, preview } = input;
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    const { meant, ...retracted } = await retractAnswers(place, input);
    const cancelledJobCount = cancelJobs && !preview ? await cancelLearners(place, meant) : 0;
    const going = await goingJobsOf(place, meant);
    return { ...retracted, cancelledJobCount, goingJobCount: going.length };
  });
}

/** One that has ended just now stays as it is. */
async function cancelLearners(ctx: Ctx, meant: Meant): Promise<number> {
  const allowed = await allowedProjects(ctx.db, ctx.actor, "training:write");
  const writable = new Set(allowed.map(({ path }) => path));
  const going = (await goingJobsOf(ctx, meant)).filter(({ projectId }) => writable.has(projectId));
  for (const { id } of going) await askCancel(ctx.db, id);
  return going.length;
}
