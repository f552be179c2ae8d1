import type { ResolvedModel } from "#lib/models/models/resolve-model.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import type { ServedPolicy } from "#lib/serving/sampler/sampler-protocol.ts";

/** The files of a checkpoint are verified before use; those of a base model have no stored hashes to compare with. */
export function servedPolicyOf(resolved: ResolvedModel): ServedPolicy {
  if (resolved.kind === "base" || resolved.checkpoint.folder === null)
    return { ...resolved.policy, verified: null };
  const { folder, files } = resolved.checkpoint;
  return { ...resolved.policy, verified: { folder: absolutePath(folder), files } };
}
