"use client";

import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import { turnCountQuery } from "#components/threads/queries/thread-queries.ts";
import { ProgressLine } from "#components/ui/notice/progress-line.tsx";
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
      <ProgressLine
        doing={`Exporting ${countOf(threadIds.length, "thread")}…`}
        label={label}
        done={soFar.turns}
        total={total ?? 0}
        onCancel={cancel}
      />
    </section>
  );
}
