import type { AccountCtx } from "#lib/access/context.ts";
import { isStorableText } from "#lib/contract/fields.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { requireJobRow } from "./require-job.internal.ts";

/** The id of the supervised job whose data `job:<id>` names; null for any other reference. Throws `NotFound` or `Rejected` for one that cannot be. */
export async function jobOfReference(
  ctx: Pick<AccountCtx, "db" | "actor">,
  reference: string,
): Promise<string | null> {
  const [, id] = /^job:(.{1,255})$/s.exec(reference) ?? [];
  if (id === undefined || !isStorableText(id)) return null;
  const job = await requireJobRow(ctx, id, "training:read");
  if (job.kind !== "sft")
    throw new Rejected(`training job ${id} learned from rewarded groups; a supervised job needs rows`);
  return job.id;
}
