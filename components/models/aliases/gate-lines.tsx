import { Check, X } from "lucide-react";
import { metricLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { amountWords, unitBefore } from "#lib/contract/evaluation/amount-words.ts";
import type { CheckpointGate, GateLine } from "#lib/contract/evaluation/gates.ts";

/** The conditions of a gate in words. */
export function GateConditions({ gate, nameOf }: { gate: CheckpointGate; nameOf: (id: string) => string }) {
  const { target, guards, needsApproval } = gate;
  return (
    <ul aria-label={`Conditions of ${gate.alias}`} className="flex flex-col gap-1 text-sm">
      <Condition evaluation={nameOf(target.evaluationId)} metric={target.metric}>
        must get better
        {target.minGain > 0 ? ` by more than ${amountWords(target.minGain, unitBefore(target.metric))}` : ""}
      </Condition>
      {guards.map(({ evaluationId, metric, margin }) => (
        <Condition key={`${evaluationId} ${metric}`} evaluation={nameOf(evaluationId)} metric={metric}>
          may not get worse{margin > 0 ? ` by ${amountWords(margin, unitBefore(metric))} or more` : ""}
        </Condition>
      ))}
      {needsApproval ? <li className="text-muted">Each move waits for an admin.</li> : null}
    </ul>
  );
}

type ConditionProps = { evaluation: string; metric: string; children: React.ReactNode };

function Condition({ evaluation, metric, children }: ConditionProps) {
  return (
    <li className="min-w-0 break-words">
      <span className="font-medium">{metricLabel(metric)}</span>{" "}
      <span className="text-muted">
        of {evaluation} {children}
      </span>
    </li>
  );
}

/** What each line of a gate found of a checkpoint. */
export function GateFindings({ lines, label }: { lines: readonly GateLine[]; label: string }) {
  const { entity, project } = useProject();
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5 text-sm">
      {lines.map(({ role, evaluationId, metric, passed, finding }) => (
        <li key={`${role} ${evaluationId} ${metric}`} className="flex min-w-0 items-start gap-2">
          {passed ? (
            <Check aria-label="Passes" className="mt-0.5 size-4 shrink-0 text-success-ink" />
          ) : (
            <X aria-label="Fails" className="mt-0.5 size-4 shrink-0 text-danger-ink" />
          )}
          <span className="min-w-0 break-words">
            {finding}.{" "}
            <Link
              href={projectHref({ entity, project }, "evaluations", evaluationId)}
              className="rounded-sm underline underline-offset-2 hover:text-ink"
            >
              Open the evaluation
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}
