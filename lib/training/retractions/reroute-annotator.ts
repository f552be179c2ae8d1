import type { Ctx } from "#lib/access/context.ts";
import type { rerouteAnnotator as contract } from "#lib/contract/datasets/reroute.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { rerouteItems } from "#lib/datasets/retractions/reroute-items.ts";
import { goingJobsOf } from "#lib/datasets/retractions/retraction-impact.ts";
import { cancelLearners } from "./cancel-learners.internal.ts";

type Endpoint = typeof contract;

/** Answers that are not retracted are no reason to stop what learns from them. */
export function rerouteAnnotator(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { cancelJobs = false, retract, preview } = input;
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    const { meant, ...rerouted } = await rerouteItems(place, input);
    if (meant === null) return { ...rerouted, cancelledJobCount: 0, goingJobCount: 0 };
    const isAsked = cancelJobs && retract && !preview;
    const cancelledJobCount = isAsked ? await cancelLearners(place, meant, "rerouted") : 0;
    const going = await goingJobsOf(place, meant);
    return { ...rerouted, cancelledJobCount, goingJobCount: going.length };
  });
}
