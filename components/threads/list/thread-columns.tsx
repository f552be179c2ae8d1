"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FeedbackCounts, Nothing, PlainText } from "#components/calls/parts/detail-cells.tsx";
import { UpdatedTime } from "#components/threads/queries/updated-time.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { countOf, cutMiddle, formatCount, formatDuration } from "#components/ui/text/format.ts";
import type { Thread, ThreadDetails } from "#lib/contract/traces/threads.ts";
import { useThreadDetails } from "./use-thread-details.ts";

/** The ids of sortable columns are the fields that the service sorts by. */
export const THREAD_COLUMNS: readonly DataTableColumn<Thread>[] = [
  {
    id: "thread_id",
    header: "Thread",
    width: "sm",
    sortable: true,
    cell: ({ threadId }) => (
      <span title={threadId} className="font-mono text-xs">
        {cutMiddle(threadId)}
      </span>
    ),
  },
  {
    ...{ id: "first_input", header: "First input", width: "fill", wideOnly: true },
    cell: ({ threadId }) => <FirstWords threadId={threadId} />,
  },
  detail("last_output", { header: "Last output", width: "fill" }, ({ lastOutput }) => (
    <PlainText text={lastOutput} />
  )),
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
    cell: (thread) => <StartTime thread={thread} />,
  },
  {
    id: "last_updated",
    header: "Updated",
    width: "md",
    align: "end",
    sortable: true,
    cell: (thread) => <UpdateTime thread={thread} />,
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
  detail("tokens", { header: "Tokens", width: "xs", align: "end" }, ({ tokens }) =>
    tokens === null ? <Nothing /> : formatCount(tokens),
  ),
  detail("errors", { header: "Errors", width: "xs", align: "end" }, ({ failedCalls }) =>
    failedCalls === 0 ? (
      <Nothing />
    ) : (
      <span
        title={countOf(failedCalls, "failed call")}
        className="inline-flex items-center gap-1 text-danger-ink"
      >
        <CircleAlert aria-hidden="true" className="size-3" />
        {formatCount(failedCalls)}
      </span>
    ),
  ),
  detail("feedback", { header: "Feedback", width: "sm" }, (details) => <FeedbackCounts {...details} />),
  detail("queues", { header: "Queues", width: "md" }, ({ queues }) =>
    queues.length === 0 ? <Nothing /> : <PlainText text={queues.map(({ name }) => name).join(", ")} />,
  ),
];

export const COLUMN_IDS: readonly string[] = THREAD_COLUMNS.map(({ id }) => id);
export const USUAL_COLUMNS: readonly string[] = [
  "thread_id",
  "first_input",
  "last_output",
  "turn_count",
  "last_updated",
  "p99_turn_duration_ms",
  "tokens",
  "errors",
  "feedback",
];

/** The columns of these ids, in this order. Where only one of both has room, a conversation is known by its first words rather than by its id. */
export function threadColumns(ids: readonly string[]): readonly DataTableColumn<Thread>[] {
  const hasWords = ids.includes("first_input");
  return ids.flatMap((id) => {
    const column = THREAD_COLUMNS.find((one) => one.id === id);
    if (!column) return [];
    if (!hasWords || (id !== "thread_id" && id !== "first_input")) return [column];
    return [{ ...column, wideOnly: id === "thread_id" }];
  });
}

type Look = Pick<DataTableColumn<Thread>, "header" | "width" | "align">;

/** A column of what is loaded for the rows in sight alone. */
function detail(
  id: string,
  look: Look,
  draw: (details: ThreadDetails) => ReactNode,
): DataTableColumn<Thread> {
  return { id, ...look, wideOnly: true, cell: ({ threadId }) => <Detail threadId={threadId} draw={draw} /> };
}

function Detail({ threadId, draw }: { threadId: string; draw: (details: ThreadDetails) => ReactNode }) {
  const details = useThreadDetails(threadId);
  if (details === undefined) return <Skeleton className="h-3 w-2/3" />;
  return details === null ? <Nothing /> : draw(details);
}

/** On a phone they stand for the id, which is therefore there where a thread has none. */
function FirstWords({ threadId }: { threadId: string }) {
  const details = useThreadDetails(threadId);
  if (details === undefined) return <Skeleton className="h-3 w-2/3" />;
  if (details?.firstInput) return <PlainText text={details.firstInput} />;
  return (
    <>
      <span className="max-md:hidden">
        <Nothing />
      </span>
      <span title={threadId} className="font-mono text-xs md:hidden">
        {cutMiddle(threadId)}
      </span>
    </>
  );
}

/** As far as the first turn's source states it. */
function StartTime({ thread: { threadId, startTime } }: { thread: Thread }) {
  const details = useThreadDetails(threadId);
  if (details === undefined) return <Skeleton className="h-3 w-2/3" />;
  return <Time value={details?.isStartUndated ? null : startTime} className="text-muted" />;
}

function UpdateTime({ thread }: { thread: Thread }) {
  const details = useThreadDetails(thread.threadId);
  if (details === undefined) return <Skeleton className="h-3 w-2/3" />;
  if (details === null) return <Time value={thread.lastUpdated} className="text-muted" />;
  return <UpdatedTime {...thread} {...details} isShortOnPhone className="text-muted" />;
}
