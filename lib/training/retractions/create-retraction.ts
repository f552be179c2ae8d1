import type { Ctx } from "#lib/access/context.ts";
import type { createRetraction as contract } from "#lib/contract/datasets/retractions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { retractAnswers } from "#lib/datasets/retractions/retract-answers.ts";
import { goingJobsOf } from "#lib/datasets/retractions/retraction-impact.ts";
import { cancelLearners } from "./cancel-learners.internal.ts";

type Endpoint = typeof contract;

/** Once the retraction is stored, it is looked for jobs that learn from what it means: a loop may have queued one since somebody looked. */
export function createRetraction(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { cancelJobs = false, preview } = input;
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    const { meant, ...retracted } = await retractAnswers(place, input);
    const cancelledJobCount = cancelJobs && !preview ? await cancelLearners(place, meant, "retracted") : 0;
    const going = await goingJobsOf(place, meant);
    return { ...retracted, cancelledJobCount, goingJobCount: going.length };
  });
}
