import type { AccountCtx } from "#lib/access/context.ts";
import { isStorableText } from "#lib/contract/storable.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { requireJobRow } from "./require-job.internal.ts";

/** The id of the job of that kind whose data `job:<id>` names; null for any other reference. Throws `NotFound` or `Rejected` for one that cannot be. */
export async function jobOfReference(
  ctx: Pick<AccountCtx, "db" | "actor">,
  reference: string,
  kind: Exclude<JobKind, "rl"> = "sft",
): Promise<string | null> {
  const [, id] = /^job:(.{1,255})$/s.exec(reference) ?? [];
  if (id === undefined || !isStorableText(id)) return null;
  const job = await requireJobRow(ctx, id, "training:read");
  if (job.kind !== kind)
    throw new Rejected(
      `training job ${id} learned from ${LEARNED_FROM[job.kind]}; this job needs ${LEARNED_FROM[kind]}`,
    );
  return job.id;
}

const LEARNED_FROM: { readonly [K in JobKind]: string } = {
  rl: "rewarded groups",
  sft: "conversations",
  preference: "preferences",
};
