import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { DataTableColumn } from "#components/ui/data-table.tsx";
import { IdChip } from "#components/ui/id-chip.tsx";
import { Time } from "#components/ui/time.tsx";
import type { AnnotationState, QueueItem } from "#lib/contract/queues.ts";

export const STATE_LABELS: { [S in AnnotationState]: string } = {
  unstarted: "Unstarted",
  in_progress: "In progress",
  completed: "Completed",
  skipped: "Skipped",
};

const STATE_TONES: { [S in AnnotationState]: Tone } = {
  unstarted: "neutral",
  in_progress: "accent",
  completed: "success",
  skipped: "warning",
};

export const ITEM_COLUMNS: readonly DataTableColumn<QueueItem>[] = [
  {
    id: "position",
    header: "#",
    width: "xs",
    align: "end",
    cell: ({ positionInQueue }) => <span className="text-faint">{positionInQueue}</span>,
  },
  {
    id: "op",
    header: "Call",
    width: "fill",
    cell: ({ callOpName }) => <span title={callOpName}>{callOpName}</span>,
  },
  {
    id: "call_id",
    header: "Call id",
    width: "id",
    wideOnly: true,
    cell: ({ callId }) => <IdChip id={callId} kind="call id" />,
  },
  {
    id: "state",
    header: "Latest state",
    width: "sm",
    cell: ({ annotationState }) => <StateBadge state={annotationState} />,
  },
  {
    id: "my_state",
    header: "Yours",
    width: "sm",
    wideOnly: true,
    cell: ({ myAnnotationState }) => <StateBadge state={myAnnotationState} />,
  },
  {
    id: "updated_at",
    header: "Changed",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ updatedAt }) => <Time value={updatedAt} className="text-muted" />,
  },
];

function StateBadge({ state }: { state: AnnotationState }) {
  return <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>;
}
