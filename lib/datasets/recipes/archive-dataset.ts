import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/datasets.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { updateDataset } from "./update-dataset.ts";

type Endpoint = typeof contract.archiveDataset;

export function archiveDataset(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  return updateDataset(ctx, { ...input, isArchived: true });
}
