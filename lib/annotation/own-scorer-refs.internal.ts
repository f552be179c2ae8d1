import type { Project } from "#lib/access/context.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
import { refFault } from "#lib/compat/refs/ref-fault.ts";
import { InvalidRequest } from "#lib/platform/errors.ts";
import { MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";

/** The references in the spelling that is stored; throws where one names another project, so that no queue points out of its tenant. */
export function ownScorerRefs(refs: readonly string[], project: Project): string[] {
  const problems = refs.flatMap((ref, index) => {
    const text = refFault(ref, project.path);
    return text ? [problemAt(["body", "scorer_refs", index], { type: "value_error", text })] : [];
  });
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
  return refs.map(normalizeRef);
}
