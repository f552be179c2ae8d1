import { Badge } from "#components/ui/badge.tsx";
import type { DataTableColumn } from "#components/ui/data-table.tsx";
import { countOf, formatCount } from "#components/ui/format.ts";
import { Time } from "#components/ui/time.tsx";
import { QueueProgressBar } from "./queue-progress-bar.tsx";
import type { QueueRow } from "./queue-queries.ts";

/** The ids of sortable columns are the fields that the service sorts by. */
export const QUEUE_COLUMNS: readonly DataTableColumn<QueueRow>[] = [
  {
    id: "name",
    header: "Queue",
    width: "fill",
    sortable: true,
    cell: ({ name }) => (
      <span title={name} className="font-medium">
        {name}
      </span>
    ),
  },
  { id: "state", header: "State", width: "sm", cell: (queue) => <QueueState {...queue} />, wideOnly: true },
  {
    id: "progress",
    header: "Progress",
    width: "md",
    cell: (queue) => (
      <span className="flex w-full items-center gap-2">
        <QueueProgressBar completed={queue.completedItems} total={queue.totalItems} />
        <span className="shrink-0 text-muted text-xs tabular-nums">
          {formatCount(queue.completedItems)}/{formatCount(queue.totalItems)}
        </span>
      </span>
    ),
  },
  {
    id: "fields",
    header: "Fields",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ scorerRefs }) => (scorerRefs.length > 0 ? countOf(scorerRefs.length, "field") : "none"),
  },
  {
    id: "created_at",
    header: "Created",
    width: "sm",
    align: "end",
    sortable: true,
    wideOnly: true,
    cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
  },
  {
    id: "updated_at",
    header: "Changed",
    width: "sm",
    align: "end",
    sortable: true,
    wideOnly: true,
    cell: ({ updatedAt }) => <Time value={updatedAt} className="text-muted" />,
  },
];

function QueueState({ totalItems, completedItems }: { totalItems: number; completedItems: number }) {
  if (totalItems === 0) return <Badge>Empty</Badge>;
  if (completedItems === 0) return <Badge>Not started</Badge>;
  if (completedItems < totalItems) return <Badge tone="accent">In progress</Badge>;
  return <Badge tone="success">Completed</Badge>;
}
