import { ShieldCheck, TriangleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { ofRowsRetracted } from "#components/datasets/parts/retracted-words.ts";
import { estimateWords, metricLabel, metricValue } from "#components/evaluations/parts/evaluation-texts.ts";
import { runHref } from "#components/evaluations/parts/run-href.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { retractedShortly } from "#components/models/aliases/retracted-words.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { ServedCheckpoint } from "#lib/contract/evaluation/served-evaluations.ts";
import { StageCard, StageRow } from "./stage-card.tsx";
import type { Overview } from "./use-overview.ts";

type Served = Pick<Overview["served"], "data" | "error" | "isFetching"> & { refetch: () => unknown };

/** How good the checkpoints are that serve, by what was measured of each last. */
export function ProductionCard({ served }: { served: Served }) {
  const current = useProject();
  const { checkpoints = [], totalCount = 0 } = served.data ?? {};
  const more = totalCount - checkpoints.length;
  return (
    <StageCard
      title="In production"
      icon={<ShieldCheck />}
      href={projectHref(current, "evaluations")}
      queries={[served]}
      empty={
        served.data && totalCount === 0
          ? "Nothing is in production yet. Promote a checkpoint of a model; what evaluations say of it is then listed here."
          : null
      }
    >
      {checkpoints.map((checkpoint) => (
        <Fragment key={checkpoint.modelId}>
          <Measured checkpoint={checkpoint} />
          <MeasuredByRetracted checkpoint={checkpoint} />
          <LearnedFromRetracted checkpoint={checkpoint} />
        </Fragment>
      ))}
      {more > 0 ? <li className="px-4 py-1.5 text-muted text-xs">and {formatCount(more)} more</li> : null}
    </StageCard>
  );
}

/** Beside a figure: it is of rows that nobody stands by any more. The page of the run says what to do. */
function MeasuredByRetracted({ checkpoint: { modelName, measure } }: { checkpoint: ServedCheckpoint }) {
  const current = useProject();
  if (!measure?.retracted) return null;
  const { runId, evaluationId, retracted } = measure;
  return (
    <Warning href={runHref(current, { id: runId, evaluationId })} about={modelName}>
      Measured by {ofRowsRetracted(retracted)}
    </Warning>
  );
}

function LearnedFromRetracted({
  checkpoint: { modelId, modelName, retracted },
}: {
  checkpoint: ServedCheckpoint;
}) {
  const current = useProject();
  if (!retracted) return null;
  return (
    <Warning href={`${projectHref(current, "models", modelId)}?tab=aliases`} about={modelName}>
      {retractedShortly(retracted)}
    </Warning>
  );
}

type WarningProps = { href: string; about: string; children: ReactNode };

/** It stands on its own, since it leads elsewhere than the figure. */
function Warning({ href, about, children }: WarningProps) {
  return (
    <li className="min-w-0">
      <Link
        href={href}
        className="flex min-w-0 items-start gap-2 px-4 py-1.5 text-warning-ink text-xs -outline-offset-2 transition-colors hover:bg-hover"
      >
        <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        <span className="min-w-0">
          <span className="sr-only">{about}: </span>
          {children}
        </span>
      </Link>
    </li>
  );
}

function Measured({ checkpoint: { modelId, modelName, step, measure } }: { checkpoint: ServedCheckpoint }) {
  const current = useProject();
  const at = `checkpoint step ${formatCount(step)}`;
  if (!measure)
    return (
      <StageRow
        href={`${projectHref(current, "models", modelId)}?tab=aliases`}
        title={modelName}
        detail={`${at}, measured by no evaluation`}
      />
    );
  const { evaluationId, runId, evaluationName, metric, estimate, endedAt } = measure;
  return (
    <StageRow
      href={runHref(current, { id: runId, evaluationId })}
      title={modelName}
      detail={
        <>
          <span className="font-medium text-ink tabular-nums">
            {metricLabel(metric.name)} {metricValue(estimate.value, metric.unit)}
          </span>{" "}
          {estimateWords(estimate, metric.unit)}
          <span className="block truncate">
            {at}, by “{evaluationName}”
          </span>
        </>
      }
      aside={endedAt ? <Time value={endedAt} /> : null}
    />
  );
}
