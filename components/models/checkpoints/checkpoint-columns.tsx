import { formatMetric, metricTitle } from "#components/run/metrics/metric-points.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { formatBytes, formatCount } from "#components/ui/text/format.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models/models.ts";
import { AliasChips } from "./alias-chips.tsx";
import { CheckpointActions } from "./checkpoint-actions.tsx";
import { JobLink } from "./job-link.tsx";

type Shown = {
  model: ModelWithSteps;
  /** Those that learned from what is retracted. */
  retractedSteps: readonly number[];
  /** Those that the guard of a run rejected. */
  fallenSteps: readonly number[];
  /** Jobs that did all their steps and learned nothing. */
  deadJobs: ReadonlySet<string>;
  /** Metrics that have a column of their own. */
  metrics: readonly string[];
  /** Every alias of the model; null where the reader may change none. */
  aliases: readonly string[] | null;
  onDelete: ((checkpoint: Checkpoint) => void) | null;
};

/** `interim, after training step 40`: how it stands to the job that made it. */
function kindText({ step, isInterim, jobStep }: Checkpoint): string {
  if (step === 0) return "base";
  if (!isInterim) return "end of a job";
  return jobStep === null ? "interim" : `interim, after training step ${formatCount(jobStep)}`;
}

/** On a phone kind and metrics have no columns, and stand below the names. */
function MetricsLine({ checkpoint, metrics }: { checkpoint: Checkpoint; metrics: readonly string[] }) {
  const measured = metrics.flatMap((name) => {
    const value = checkpoint.metrics[name];
    return value === undefined ? [] : [`${metricTitle(name)} ${formatMetric(value)}`];
  });
  const parts = [kindText(checkpoint), ...measured];
  return (
    <span className="block truncate text-muted text-xs tabular-nums md:hidden">{parts.join(" · ")}</span>
  );
}

/** The columns of a table of checkpoints. */
export function checkpointColumns({
  model,
  retractedSteps,
  fallenSteps,
  deadJobs,
  metrics,
  aliases,
  onDelete,
}: Shown): DataTableColumn<Checkpoint>[] {
  return [
    {
      id: "step",
      header: "Step",
      width: "xs",
      cell: ({ step }) => <span className="font-medium tabular-nums">{formatCount(step)}</span>,
    },
    {
      id: "kind",
      header: "Kind",
      width: "md",
      wideOnly: true,
      cell: (checkpoint) => <span className="text-muted">{kindText(checkpoint)}</span>,
    },
    {
      id: "aliases",
      header: "Aliases",
      width: "fill",
      cell: (checkpoint) => (
        <>
          <span className="flex min-w-0 items-center gap-1">
            {checkpoint.isCorrupt ? <Badge tone="danger">damaged</Badge> : null}
            {retractedSteps.includes(checkpoint.step) ? (
              <Badge tone="warning">learned retracted answers</Badge>
            ) : null}
            {checkpoint.jobId !== null && deadJobs.has(checkpoint.jobId) ? (
              <Badge tone="danger">learned nothing</Badge>
            ) : null}
            {fallenSteps.includes(checkpoint.step) ? <Badge tone="danger">guard fell</Badge> : null}
            <AliasChips
              modelId={model.id}
              checkpoint={checkpoint}
              others={aliases?.filter((name) => !checkpoint.aliases.includes(name)) ?? null}
            />
          </span>
          <MetricsLine checkpoint={checkpoint} metrics={metrics} />
        </>
      ),
    },
    ...metrics.map(
      (name): DataTableColumn<Checkpoint> => ({
        id: `metric-${name}`,
        header: metricTitle(name),
        width: "sm",
        align: "end",
        wideOnly: true,
        cell: ({ metrics: values }) => {
          const value = values[name];
          return value === undefined ? <span className="text-faint">–</span> : formatMetric(value);
        },
      }),
    ),
    {
      id: "job",
      header: "Made by",
      width: "sm",
      wideOnly: true,
      cell: ({ jobId }) =>
        jobId === null ? <span className="text-faint">–</span> : <JobLink jobId={jobId} />,
    },
    {
      id: "size",
      header: "Size",
      width: "xs",
      align: "end",
      wideOnly: true,
      cell: ({ sizeBytes }) =>
        sizeBytes === 0 ? <span className="text-faint">–</span> : formatBytes(sizeBytes),
    },
    {
      id: "created_at",
      header: "Created",
      width: "sm",
      align: "end",
      wideOnly: true,
      cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
    },
    {
      id: "actions",
      header: "Actions",
      width: "xs",
      align: "end",
      cell: (checkpoint) => <CheckpointActions model={model} checkpoint={checkpoint} onDelete={onDelete} />,
    },
  ];
}
