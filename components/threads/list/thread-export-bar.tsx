"use client";

import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import { turnCountQuery } from "#components/threads/queries/thread-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { countOf, formatBytes, formatCount } from "#components/ui/text/format.ts";
import { useHasLasted } from "#components/ui/use-has-lasted.ts";
import type { ThreadExport } from "./use-thread-export.ts";

const SHORT_MS = 1_000;

/** How far an export is; one that is done in a moment shows nothing. */
export function ThreadExportBar({ exporting }: { exporting: ThreadExport }) {
  return useHasLasted(exporting.isRunning, SHORT_MS) ? <Progress {...exporting} /> : null;
}

function Progress({ threadIds, soFar, cancel }: ThreadExport) {
  const { projectId } = useProject();
  const { data: total } = useQuery(turnCountQuery(projectId, threadIds));
  const turns =
    total === undefined
      ? countOf(soFar.turns, "turn")
      : `${formatCount(soFar.turns)} of ${countOf(total, "turn")}`;
  const label = `${turns}, ${formatBytes(soFar.sizeBytes)}`;
  return (
    <section
      aria-label="Export"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2"
    >
      <p role="status">Exporting {countOf(threadIds.length, "thread")}…</p>
      <Button size="sm" onClick={cancel} className="ml-auto sm:order-last">
        Cancel
      </Button>
      <div className="flex items-center gap-3 max-sm:w-full">
        <ProgressBar
          label={label}
          total={total ?? 0}
          segments={[{ value: soFar.turns, tone: "accent" }]}
          className="w-40 max-sm:flex-1"
        />
        <span aria-hidden="true" className="text-muted text-xs tabular-nums">
          {label}
        </span>
      </div>
    </section>
  );
}
