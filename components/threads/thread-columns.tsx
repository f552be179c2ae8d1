import type { DataTableColumn } from "#components/ui/data-table.tsx";
import { formatCount, formatDuration } from "#components/ui/format.ts";
import { Time } from "#components/ui/time.tsx";
import type { Thread } from "#lib/contract/threads.ts";

/** The ids are the fields that the service sorts by. */
export const THREAD_COLUMNS: readonly DataTableColumn<Thread>[] = [
  {
    id: "thread_id",
    header: "Thread",
    width: "fill",
    sortable: true,
    cell: ({ threadId }) => (
      <span title={threadId} className="font-mono text-xs">
        {threadId}
      </span>
    ),
  },
  {
    id: "turn_count",
    header: "Turns",
    width: "xs",
    align: "end",
    sortable: true,
    cell: ({ turnCount }) => formatCount(turnCount),
  },
  {
    id: "start_time",
    header: "Started",
    width: "sm",
    align: "end",
    sortable: true,
    wideOnly: true,
    cell: ({ startTime }) => <Time value={startTime} className="text-muted" />,
  },
  {
    id: "last_updated",
    header: "Last updated",
    width: "sm",
    align: "end",
    sortable: true,
    cell: ({ lastUpdated }) => <Time value={lastUpdated} className="text-muted" />,
  },
  {
    id: "p50_turn_duration_ms",
    header: "p50 of turns",
    width: "sm",
    align: "end",
    sortable: true,
    wideOnly: true,
    cell: ({ p50TurnDurationMs }) => formatDuration(p50TurnDurationMs),
  },
  {
    id: "p99_turn_duration_ms",
    header: "p99 of turns",
    width: "sm",
    align: "end",
    sortable: true,
    wideOnly: true,
    cell: ({ p99TurnDurationMs }) => formatDuration(p99TurnDurationMs),
  },
];
