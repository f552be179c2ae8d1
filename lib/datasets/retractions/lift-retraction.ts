import type { Ctx } from "#lib/access/context.ts";
import type { liftRetraction as contract } from "#lib/contract/datasets/retractions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { switchRetraction } from "./switch-retraction.internal.ts";

type Endpoint = typeof contract;

export function liftRetraction(ctx: Ctx, { retractionId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  return switchRetraction(ctx, { id: retractionId, isLifted: true });
}
