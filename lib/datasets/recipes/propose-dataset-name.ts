import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/datasets.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { whatHasName } from "./what-has-name.internal.ts";

type Endpoint = typeof contract.proposeDatasetName;

/** As long as a name may be. */
const MAX_LENGTH = 128;

export async function proposeDatasetName(ctx: Ctx, { name }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const holder = await whatHasName(ctx, name);
  if (!holder) return { name, takenBy: null };
  let number = 2;
  while (await whatHasName(ctx, numbered(name, number))) number += 1;
  return { name: numbered(name, number), takenBy: holder.by };
}

function numbered(name: string, number: number): string {
  const end = `-${number}`;
  return `${name.slice(0, MAX_LENGTH - end.length)}${end}`;
}
