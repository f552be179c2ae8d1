import { useQuery } from "@tanstack/react-query";
import { projectHref } from "#components/layout/state/navigation.ts";
import { aliasesQuery } from "#components/models/aliases/alias-queries.ts";
import { usePromotionAdvice } from "#components/models/aliases/use-promotion-advice.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { EvaluationSubject } from "#lib/contract/evaluation/evaluations.ts";

const ALIAS = "production";

type SubjectInProductionProps = { subject: EvaluationSubject; isOffered: boolean };

/** Whether a checkpoint is in production; one that is fit for it leads to where it is given that name, and of another it is said why not. */
export function SubjectInProduction({ subject: { modelId, step }, isOffered }: SubjectInProductionProps) {
  const { can } = useProject();
  if (modelId === null || step === null || !can("models:read")) return null;
  return (
    <CheckpointInProduction modelId={modelId} step={step} isOffered={isOffered && can("models:write")} />
  );
}

type CheckpointProps = { modelId: string; step: number; isOffered: boolean };

function CheckpointInProduction({ modelId, step, isOffered }: CheckpointProps) {
  const { entity, project } = useProject();
  const { data } = useQuery(aliasesQuery(modelId));
  const served = data?.aliases.find(({ name }) => name === ALIAS)?.step ?? null;
  const isAsked = isOffered && data !== undefined && served !== step;
  const advice = usePromotionAdvice(isAsked ? { modelId, alias: ALIAS, step } : null);
  if (data && served === step) return <Badge tone="success">In production</Badge>;
  if (advice?.is === "fit")
    return (
      <Link
        href={`${projectHref({ entity, project }, "models", modelId)}?tab=aliases&candidate=${step}`}
        className="rounded-sm font-normal text-accent-ink text-xs underline underline-offset-2"
      >
        Promote step {formatCount(step)}
      </Link>
    );
  if (advice?.is !== "not-better") return null;
  return (
    <span title={advice.why} className="font-normal text-muted text-xs">
      {served === null
        ? "Its gate would not pass"
        : `Not shown to be better than step ${formatCount(served)}, in production`}
    </span>
  );
}
