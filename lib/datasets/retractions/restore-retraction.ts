import type { Ctx } from "#lib/access/context.ts";
import type { restoreRetraction as contract } from "#lib/contract/datasets/retractions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { switchRetraction } from "./switch-retraction.internal.ts";

type Endpoint = typeof contract;

export function restoreRetraction(ctx: Ctx, { retractionId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  return switchRetraction(ctx, { id: retractionId, isLifted: false });
}
