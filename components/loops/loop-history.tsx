"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { LoopRun } from "#lib/contract/loops/loop-runs.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import { StopRun } from "./loop-acts.tsx";
import { loopRunListQuery } from "./loop-queries.ts";
import { BegunStep, LoopStrip, RunSentence } from "./loop-strip.tsx";
import { isUnended, runWords, TRIGGER_WORDS } from "./loop-words.ts";

/** All runs of a loop, newest first, each with what it made. */
export function LoopHistory({ loop }: { loop: Loop }) {
  const { projectId } = useProject();
  const runs = useInfiniteQuery(loopRunListQuery(projectId, loop.id));
  return (
    <section aria-labelledby="loop-runs" className="flex min-w-0 flex-col gap-3">
      <h2 id="loop-runs" className="font-medium text-sm">
        Runs
      </h2>
      {runs.data ? (
        runs.data.length === 0 ? (
          <p className="text-muted text-sm">It has not run yet. “Run now” begins the first one.</p>
        ) : (
          <ol className="flex min-w-0 flex-col gap-3">
            {runs.data.map((run) => (
              <Run key={run.id} run={run} loop={loop} />
            ))}
          </ol>
        )
      ) : runs.error ? (
        <QueryError title="The runs could not be loaded" query={runs} />
      ) : (
        <SkeletonLines label="Loading the runs" lines={4} />
      )}
      {runs.hasNextPage ? (
        <Button className="w-fit" pending={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          More runs
        </Button>
      ) : null}
    </section>
  );
}

function Run({ run, loop }: { run: LoopRun; loop: Loop }) {
  const { can } = useProject();
  const { label, tone } = runWords(run);
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-2 text-muted text-sm">
          <Badge tone={tone}>{label}</Badge>
          {`begun ${TRIGGER_WORDS[run.trigger]}`}
        </span>
        {isUnended(run) && can("training:write") ? <StopRun run={run} /> : null}
      </div>
      <LoopStrip loop={loop} run={run} first={<BegunStep run={run} />} />
      <RunSentence run={run} />
    </li>
  );
}
