import type { DataTableColumn } from "#components/ui/data-table.tsx";
import { formatDuration } from "#components/ui/format.ts";
import { Time } from "#components/ui/time.tsx";
import type { Call } from "#lib/contract/call-fields.ts";
import { callName, durationOf, startOf, statusOf } from "./call-facts.ts";
import { CallStatusBadge } from "./call-status.tsx";

/** The ids of sortable columns are the fields that the service sorts by. */
export const CALL_COLUMNS: readonly DataTableColumn<Call>[] = [
  {
    id: "op_name",
    header: "Op",
    width: "fill",
    sortable: true,
    cell: (call) => (
      <span title={call.opName} className="font-mono text-xs">
        {callName(call)}
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "sm",
    cell: (call) => <CallStatusBadge status={statusOf(call)} />,
  },
  {
    id: "started_at",
    header: "Started",
    width: "sm",
    align: "end",
    sortable: true,
    cell: (call) => <Time value={startOf(call)} className="text-muted" />,
  },
  {
    id: "summary.weave.latency_ms",
    header: "Duration",
    width: "sm",
    align: "end",
    sortable: true,
    wideOnly: true,
    cell: (call) => formatDuration(durationOf(call)),
  },
  {
    id: "thread_id",
    header: "Thread",
    width: "md",
    sortable: true,
    wideOnly: true,
    cell: ({ threadId }) => (
      <span title={threadId ?? undefined} className="font-mono text-muted text-xs">
        {threadId || "–"}
      </span>
    ),
  },
  {
    id: "wb_user_id",
    header: "Recorded by",
    width: "sm",
    wideOnly: true,
    cell: ({ wbUsername }) => <span className="text-muted">{wbUsername || "–"}</span>,
  },
];
