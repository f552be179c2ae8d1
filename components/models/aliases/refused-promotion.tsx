import { useQuery } from "@tanstack/react-query";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { refusedPromotionsQuery } from "./alias-queries.ts";

/** What an admin said to what was asked last; renders nothing once somebody asks again or the alias moves. */
export function RefusedPromotion({ modelId, alias }: { modelId: string; alias: string }) {
  const { projectId } = useProject();
  const { personName } = useNaming();
  const refused = useQuery(refusedPromotionsQuery(projectId, { modelId, alias }));
  if (refused.error && !refused.data)
    return <QueryErrorBanner title="What was refused could not be loaded." query={refused} />;
  const last = refused.data?.find(({ refusalStands }) => refusalStands);
  if (!last || last.decidedBy === null || last.decidedAt === null) return null;
  return (
    <div
      role="note"
      aria-label={`Refused: ${alias}`}
      className="min-w-0 border-line border-b bg-danger-tint px-4 py-3 text-sm"
    >
      <span className="font-medium">Step {last.step} was refused</span>{" "}
      <span className="text-muted">
        by {personName(last.decidedBy)} · <Time value={last.decidedAt} /> · asked by{" "}
        {personName(last.askedBy)}
      </span>
      {last.decision === null ? null : <p className="break-words">“{last.decision}”</p>}
    </div>
  );
}
