import { Badge } from "#components/ui/badge.tsx";
import type { DataTableColumn } from "#components/ui/data-table.tsx";
import { formatBytes, formatCount } from "#components/ui/format.ts";
import { Time } from "#components/ui/time.tsx";
import type { Checkpoint } from "#lib/contract/models.ts";
import { metricsText } from "./metrics-text.ts";

export const CHECKPOINT_COLUMNS: readonly DataTableColumn<Checkpoint>[] = [
  {
    id: "step",
    header: "Step",
    width: "md",
    cell: ({ step, isCorrupt }) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="font-medium tabular-nums">{formatCount(step)}</span>
        {step === 0 ? <Badge>base</Badge> : null}
        {isCorrupt ? <Badge tone="danger">damaged</Badge> : null}
      </span>
    ),
  },
  {
    id: "metrics",
    header: "Metrics of its job",
    width: "fill",
    cell: ({ metrics }) => (
      <span title={metricsText(metrics, Number.POSITIVE_INFINITY)} className="text-muted">
        {metricsText(metrics)}
      </span>
    ),
  },
  {
    id: "size",
    header: "Size",
    width: "xs",
    align: "end",
    wideOnly: true,
    cell: ({ sizeBytes }) => (sizeBytes === 0 ? "–" : formatBytes(sizeBytes)),
  },
  {
    id: "created_at",
    header: "Created",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
  },
];
