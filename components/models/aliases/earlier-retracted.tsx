import { useQuery } from "@tanstack/react-query";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { aliasesQuery } from "./alias-queries.ts";

/** Steps that learned from what is retracted and that nothing names any more: somebody may still train from one of them, or compare with it. */
export function EarlierRetracted({ modelId }: { modelId: string }) {
  const { entity, project } = useProject();
  const { aliases = [], latest = null, retractedSteps = [] } = useQuery(aliasesQuery(modelId)).data ?? {};
  const named = new Set([latest?.step, ...aliases.map(({ step }) => step)]);
  const steps = retractedSteps.filter((step) => !named.has(step));
  if (steps.length === 0) return null;
  return (
    <p className="text-sm text-warning-ink md:col-span-2">
      {steps.length > SHOWN ? `${countOf(steps.length, "earlier step")} learned` : `${listOf(steps)} learned`}{" "}
      from answers that are retracted by now.{" "}
      <Link
        href={`${projectHref({ entity, project }, "models", modelId)}?tab=checkpoints`}
        className="rounded-sm underline underline-offset-2"
      >
        See the checkpoints
      </Link>
    </p>
  );
}

const SHOWN = 4;

/** `Steps 1, 2 and 4` */
function listOf(steps: readonly number[]): string {
  const words = steps.toSorted((a, b) => a - b).map(formatCount);
  const last = words.pop() ?? "";
  return words.length === 0 ? `Step ${last}` : `Steps ${words.join(", ")} and ${last}`;
}
