import type { ReactNode } from "react";
import { CallStatusBadge } from "#components/calls/call/call-status.tsx";
import { callName, durationOf, startOf, statusOf } from "#components/calls/parts/call-facts.ts";
import type { CallRow } from "#components/calls/parts/call-queries.ts";
import { costText } from "#components/calls/parts/cost-text.ts";
import { FeedbackCounts, Nothing, PlainText } from "#components/calls/parts/detail-cells.tsx";
import { useCallDetails } from "#components/calls/parts/use-call-details.ts";
import { WORDS, wordsColumn } from "#components/calls/words/words-column.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { formatCount, formatDuration } from "#components/ui/text/format.ts";
import type { CallDetails } from "#lib/contract/traces/call-lists.ts";

/** The ids of sortable columns are the fields that the service sorts by. */
export const CALL_COLUMNS: readonly DataTableColumn<CallRow>[] = [
  {
    id: "op_name",
    header: "Op",
    width: "md",
    sortable: true,
    cell: (call) => (
      <span title={call.opName} className="font-mono text-xs">
        {callName(call)}
      </span>
    ),
  },
  wordsColumn<CallRow>({ callIdOf: ({ id }) => id, opOf: callName }),
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
  detail("tokens", { header: "Tokens", width: "xs", align: "end" }, ({ tokens }) =>
    tokens === null ? <Nothing /> : formatCount(tokens),
  ),
  detail("cost", { header: "Cost", width: "xs", align: "end" }, ({ cost }) =>
    cost === null ? <Nothing /> : costText(cost),
  ),
  detail("feedback", { header: "Feedback", width: "sm" }, (details) => <FeedbackCounts {...details} />),
  detail("queues", { header: "Queues", width: "md" }, ({ queues }) =>
    queues.length === 0 ? <Nothing /> : <PlainText text={queues.map(({ name }) => name).join(", ")} />,
  ),
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

export const CALL_COLUMN_IDS: readonly string[] = CALL_COLUMNS.map(({ id }) => id);
export const USUAL_CALL_COLUMNS: readonly string[] = [
  "op_name",
  WORDS,
  "status",
  "started_at",
  "summary.weave.latency_ms",
  "tokens",
  "feedback",
];

/** The extra facts that a phone shows with the words. */
const BESIDE_WORDS = [WORDS, "status"];

/** The columns of these ids, in this order. On a phone the words leave no room for more than the status. */
export function callColumns(ids: readonly string[]): readonly DataTableColumn<CallRow>[] {
  const columns = ids.flatMap((id) => CALL_COLUMNS.find((column) => column.id === id) ?? []);
  if (!ids.includes(WORDS)) return columns;
  return columns.map((column) => (BESIDE_WORDS.includes(column.id) ? column : { ...column, wideOnly: true }));
}

type Look = Pick<DataTableColumn<CallRow>, "header" | "width" | "align">;

/** A column of details that are loaded only for visible rows. */
function detail(id: string, look: Look, draw: (details: CallDetails) => ReactNode): DataTableColumn<CallRow> {
  return { id, ...look, wideOnly: true, cell: (call) => <Detail callId={call.id} draw={draw} /> };
}

function Detail({ callId, draw }: { callId: string; draw: (details: CallDetails) => ReactNode }) {
  const details = useCallDetails(callId);
  if (details === undefined) return <Skeleton className="h-3 w-2/3" />;
  return details === null ? <Nothing /> : draw(details);
}
