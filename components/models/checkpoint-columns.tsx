import { formatMetric, metricTitle } from "#components/training/metric-points.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { DataTableColumn } from "#components/ui/data-table.tsx";
import { formatBytes, formatCount } from "#components/ui/format.ts";
import { Time } from "#components/ui/time.tsx";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models.ts";
import { AliasChips } from "./alias-chips.tsx";
import { CheckpointActions } from "./checkpoint-actions.tsx";
import { JobLink } from "./job-link.tsx";
import { VerifyCheckpoint } from "./verify-checkpoint.tsx";

type Shown = {
  model: ModelWithSteps;
  /** Metrics that have a column of their own. */
  metrics: readonly string[];
  /** Every alias of the model; null where the reader may change none. */
  aliases: readonly string[] | null;
  onDelete: ((checkpoint: Checkpoint) => void) | null;
};

/** The columns of a table of checkpoints. */
export function checkpointColumns({
  model,
  metrics,
  aliases,
  onDelete,
}: Shown): DataTableColumn<Checkpoint>[] {
  return [
    {
      id: "step",
      header: "Step",
      width: "sm",
      cell: ({ step, isCorrupt }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="font-medium tabular-nums">{formatCount(step)}</span>
          {step === 0 ? <Badge>base</Badge> : null}
          {isCorrupt ? <Badge tone="danger">damaged</Badge> : null}
          {isCorrupt && aliases ? <VerifyCheckpoint modelId={model.id} step={step} /> : null}
        </span>
      ),
    },
    {
      id: "aliases",
      header: "Aliases",
      width: "fill",
      cell: (checkpoint) => (
        <AliasChips
          modelId={model.id}
          checkpoint={checkpoint}
          others={aliases?.filter((name) => !checkpoint.aliases.includes(name)) ?? null}
        />
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
