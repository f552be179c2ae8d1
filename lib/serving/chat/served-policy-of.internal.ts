import type { ResolvedModel } from "#lib/models/models/resolve-model.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import type { ServedPolicy } from "#lib/serving/sampler/sampler-protocol.ts";

/** A checkpoint's own files are looked at before they are used; those of a base model are nobody's to vouch for. */
export function servedPolicyOf(resolved: ResolvedModel): ServedPolicy {
  if (resolved.kind === "base" || resolved.checkpoint.folder === null)
    return { ...resolved.policy, verified: null };
  const { folder, files } = resolved.checkpoint;
  return { ...resolved.policy, verified: { folder: absolutePath(folder), files } };
}
