"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useMemo } from "react";
import { callName, durationOf, statusOf } from "#components/calls/parts/call-facts.ts";
import { type CallRow, traceQuery } from "#components/calls/parts/call-queries.ts";
import { type CallTreeRow, callTree } from "#components/calls/parts/call-tree.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatDuration } from "#components/ui/text/format.ts";
import { CallStatusBadge } from "./call-status.tsx";

/** All calls of a trace, each under the one that made it. */
export function TraceTree({ traceId, currentId }: { traceId: string; currentId?: string }) {
  const { projectId } = useProject();
  const trace = useQuery(traceQuery(projectId, [traceId]));
  const rows = useMemo(() => callTree(trace.data ?? []), [trace.data]);
  if (trace.error && !trace.data)
    return <QueryError title="The calls of this trace could not be loaded" query={trace} />;
  if (!trace.data) return <SkeletonLines label="Loading the trace" lines={3} />;
  return <CallTreeRows rows={rows} {...(currentId ? { currentId } : {})} />;
}

export function CallTreeRows({
  rows,
  currentId,
}: {
  rows: readonly CallTreeRow<CallRow>[];
  currentId?: string;
}) {
  return (
    <ol aria-label="Calls of the trace">
      {rows.map((row) => (
        <TraceRow key={row.call.id} row={row} isCurrent={row.call.id === currentId} />
      ))}
    </ol>
  );
}

/** Deeper levels are not indented further, so that names stay readable. */
const DEEPEST_SHOWN = 12;

function TraceRow({ row: { call, depth }, isCurrent }: { row: CallTreeRow<CallRow>; isCurrent: boolean }) {
  const project = useProject();
  const status = statusOf(call);
  const guides = Array.from({ length: Math.min(depth, DEEPEST_SHOWN) }, (_, i) => i);
  return (
    <li className="[contain-intrinsic-size:auto_2rem] [content-visibility:auto]">
      <Link
        href={projectHref(project, "calls", call.id)}
        aria-current={isCurrent ? "true" : undefined}
        className={clsx(
          "flex h-8 min-w-0 items-stretch gap-1 rounded-sm px-2 -outline-offset-2 hover:bg-hover",
          isCurrent && "bg-accent-tint",
        )}
      >
        {guides.map((i) => (
          <span key={i} aria-hidden="true" className="ml-1 w-2 shrink-0 border-line border-l" />
        ))}
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <span
            title={call.opName}
            className={clsx("min-w-0 truncate font-mono text-xs", isCurrent && "font-semibold")}
          >
            {callName(call)}
          </span>
          {depth > DEEPEST_SHOWN ? <span className="text-faint text-xs">level {depth + 1}</span> : null}
          {status === "success" ? null : <CallStatusBadge status={status} />}
          <span className="ml-auto shrink-0 text-faint text-xs">{formatDuration(durationOf(call))}</span>
        </span>
      </Link>
    </li>
  );
}
